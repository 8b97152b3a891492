import Observation
import ViewModelKit

/// Things to do.
///
/// A list of them
/// in two lines.
@Observable final class CommentedViewModel: CommentedScreen {
  /// How much it matters.
  enum Priority: String, Codable {
    /// It can wait.
    case low = "LOW"
    case normal
    /// At once.
    case high = "HIGH"
  }

  /// What came of it.
  enum Outcome: Codable {
    /// It is done.
    ///
    /// - Parameter day: when.
    case done(day: Int)
    case open
  }

  /// One thing.
  struct Thing: Codable {
    /// What is to be done.
    let title: String
    /// How much it matters.
    let priority: Priority
    let outcome: Outcome?
    /// Whose it is.
    let owner: Owner?

    enum CodingKeys: String, CodingKey {
      case title = "heading"
      case priority, outcome
      case owner
    }
  }

  struct Owner: Codable {
    let name: String
  }

  /// A box of things.
  struct Box<Content: Codable>: Codable {
    /// What is in it.
    let content: Content
  }

  /// Asks for more things.
  struct MoreRequest: ServiceRequest {
    static let service = "more"
    typealias Response = [Thing]
    /// From 1.
    let page: Int
  }

  /// What is read aloud.
  struct Outputs {
    /// All things, the first first.
    let things: [Thing]
  }

  var outputs: Outputs { Outputs(things: []) }
  /// The first in its box.
  var box: Box<Int> { Box(content: 1) }
  let plain = 0
  /// The user has to know.
  var onError: ((String) -> Void)?

  /// - Parameters:
  ///   - first: what is there at first.
  ///   - others: where more is.
  init(first: String, others: CommentedScreen) { super.init(title: first) }

  /// Adds something.
  ///
  /// - Parameters:
  ///   - heading: what is to be done.
  ///   - priority: how soon.
  /// - Returns: how many there are.
  func add(_ heading: String, priority: Priority) -> Int { 0 }

  /// Adds nothing.
  func add() {}

  /// Loads a page.
  ///
  /// - Throws: when there is none.
  func load(page: Int) throws {}
}

/// What all screens have.
class CommentedScreen {
  /// What stands above it.
  let title: String

  init(title: String) { self.title = title }

  static let members = Interface<CommentedScreen> { output("title", \.title) }
}

let commented = Catalog {
  viewModel(
    "commented",
    { (first: String, others: CommentedScreen, _: Services?) in
      CommentedViewModel(first: first, others: others)
    }, "start", .uses("others"), .services(CommentedViewModel.MoreRequest.self),
    interface: Interface<CommentedViewModel> {
      CommentedScreen.members
      input("append", CommentedViewModel.add(_:priority:), "title", "priority")
      input("add", CommentedViewModel.add as (CommentedViewModel) -> () -> Void)
      input("fetch", "page") { viewModel, page in try viewModel.load(page: page) }
      output("things", \.outputs.things)
      output("box", \.box)
      output("plain", \.plain)
      event("error", \.onError)
    })
  viewModel(
    "commented.created", CommentedViewModel.init, "start", .uses("others"), interface: .init {})
  viewModel(
    "commented.byHand", CommentedViewModel.init, "start", .uses("others"), interface: .init {}
  )
  .described("Something else.")
}
