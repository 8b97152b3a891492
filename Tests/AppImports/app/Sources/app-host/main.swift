import Foundation
import RxCocoa
import RxSwift
import Shared
import ViewModelHost
import ViewModelKit

let signup = Interface<SignupViewModel.Output> {
  output("isEnabled", immediate: \.isEnabled)
  output("message", \.message, initially: "")
}

let table = Interface<TableViewModel> {
  input("select", "row") { viewModel, row in viewModel.select(IndexPath(row: row, section: 0)) }
  input("remove", TableViewModel.didTapRemove, "row")
  output("rows", \.rows)
  event("selected", \.selected)
}

let feed = Interface<FeedViewModel> {
  input("query", \.query)
  input("toggleOrder", FeedViewModel.toggleOrder)
  output("posts", \.posts)
  output("sortOrder", \.sortOrder)
  output("title", constant: \.title)
}

let contacts = Interface<ContactsViewModel.Output> {
  output("sections", \.sections)
  output("mails", \.mails, initially: [])
  output("keyword", \.keyword)
  output("avatar", \.avatar)
  output("color", constant: \.color)
  event("posted", \.posted)
  output("isEmpty", immediate: \.isEmpty)
}

let bound = Interface<BoundViewModel> {
  input("post", BoundViewModel.post, "text")
  output("living") { _ in BaseViewModel.living }
}

func quiet<S: SendableMetatype>() -> Interface<QuietViewModel<S>> {
  Interface {
    input("text", \.text)
    input("clear", QuietViewModel.clear)
    output("settled", \.settled)
    output("length", \.length)
  }
}

let catalog = Catalog {
  viewModel(
    "signup", SignupViewModel.init,
    transform: {
      (viewModel, username: Driver<String>, password: Driver<String>, tap: Signal<Void>) in
      viewModel.transform(input: .init(username: username, password: password, signup: tap))
    },
    .stream("username", "text", startingWith: ""), .stream("password", "text", startingWith: ""),
    .stream("signup"), interface: signup)
  viewModel("table", TableViewModel.init, interface: table)
  viewModel(
    "contacts", ContactsViewModel.init,
    transform: { (viewModel, contact: Driver<Contact>, keyword: Driver<String>) in
      viewModel.transform(input: .init(contact: contact, keyword: keyword))
    },
    .stream("contact"), .stream("keyword", startingWith: ""), interface: contacts)
  viewModel("bound", BoundViewModel.init, interface: bound)
  viewModel("feed", FeedViewModel.init, interface: feed)
  viewModel("queue", { QuietViewModel(delay: .milliseconds(300)) }, interface: quiet())
  viewModel("operations", { QuietViewModel(after: .seconds(0.3)) }, interface: quiet())
  viewModel(
    "runLoop", { QuietViewModel(delay: 0.3, scheduler: RunLoop.main) }, interface: quiet())
}
Host("app-host", version: "1", catalog).main()
