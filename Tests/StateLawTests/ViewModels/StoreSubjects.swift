import Observation
import TestSupport

/// A ViewModel that shows what is in a store, which is no output itself; the store's contacts are
/// compared by their ids.
@Observable final class DirectoryViewModel: Steppable {
  @Observable final class Store {
    var contacts = [Contact(id: 1, name: "Ada")]
    let settings = Settings()
  }

  @Observable final class Settings {
    var title = "é"
  }

  private var store = Store()
  private var filter = 0

  var names: [String] { store.contacts.filter { $0.id > filter }.map(\.name) }
  var title: String { store.settings.title }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...5: store.contacts = [Contact(id: 1, name: "\(random.next() % 10)")]
    case 6...8: store.settings.title = .some(&random)
    case 9: filter = 1 - filter
    case 10: store.contacts.append(Contact(id: 2, name: "Grace"))
    default: store = Store()
    }
  }

  static let subject = Subject(
    "directory", DirectoryViewModel.init,
    [Observed("names", \.names), Observed("title", \.title)])
}
