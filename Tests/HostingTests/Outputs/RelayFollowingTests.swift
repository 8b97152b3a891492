import JSON
import Reactive
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// A property that is computed of a relay's value is an output that changes, in a class that is no
/// `@Observable`.
struct RelayFollowingTests {
  final class Name: ViewModel {
    let first = BehaviorRelay(value: "a")
    let last = BehaviorRelay(value: "b")
    var full: String { "\(first.value) \(last.value)" }
    func rename(_ name: String) { last.accept(name) }

    static let interface = Interface<Name> {
      input("rename", Name.rename, "name")
      output("full", \.full)
    }
  }

  @Test func itIsReportedAndReadAgain() throws {
    let (name, observer) = (Name(), NotingObserver())
    let catalog = Catalog { viewModel("name", { name }) }
    let hosted = try catalog.make("name")
    _ = hosted.activate(observer)
    for last in ["c", "d"] {
      name.rename(last)
      #expect(observer.takeChanges() == [[0]])
      var writer = JSONWriter()
      #expect(hosted.endTurn(told: [0], to: &writer) == [])
      #expect(writer.count > 0)
    }
  }
}
