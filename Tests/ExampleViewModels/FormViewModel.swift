import Observation
import ViewModelKit

/// A name and tags; adding a tag is also an event.
@Observable
package final class FormViewModel {
  package private(set) var name = ""
  package private(set) var tags: [String] = []
  @ObservationIgnored package var onMessage: ((String) -> Void)?

  package init() {}

  package func rename(name: String) { self.name = name }

  package func addTag(tag: String) {
    tags.append(tag)
    onMessage?("Added \(tag)")
  }
}

extension FormViewModel: ViewModel {
  package static let interface = Interface<FormViewModel> {
    input("rename", FormViewModel.rename, "name")
    input("addTag", FormViewModel.addTag, "tag")
    output("name", \.name)
    output("tags", \.tags)
    event("message", \.onMessage)
  }
}

/// Shows the name of a form, which is another instance.
@Observable
package final class PreviewViewModel {
  private let form: FormViewModel

  package var text: String { form.name.isEmpty ? "nobody" : form.name }

  package init(form: FormViewModel) { self.form = form }
}

extension PreviewViewModel: ViewModel {
  package static let interface = Interface<PreviewViewModel> {
    output("text", \.text)
  }
}
