import JSON
import Observation
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// Where there are many instances not all are looked at in each turn; but those are that share an
/// object with one to which something has happened.
struct CrowdTests {
  @Observable final class Shelf {
    var title = "\u{E9}"
  }

  final class Labeler {
    private let shelf: Shelf
    var label: String { shelf.title }

    init(shelf: Shelf) { self.shelf = shelf }

    /// Gives the shelf a title that is equal to the one before, so that the setter does not notify.
    func relabel() { shelf.title = "e\u{301}" }
  }

  @Test func aSilentChangeOfWhatAnotherUsesIsPublishedInItsTurn() throws {
    let host = LawHost(
      Catalog {
        viewModel("shelf", Shelf.init, interface: Interface { output("title", \.title) })
        viewModel(
          "labeler", Labeler.init, .uses("shelf"),
          interface: Interface {
            input("relabel", Labeler.relabel)
            output("label", \.label)
          })
      })
    for number in 1...40 {
      _ = host.request(number, "viewModel/create", ["name": "shelf", "id": .string("s\(number)")])
    }
    _ = host.request(
      41, "viewModel/create", ["name": "labeler", "id": "l", "uses": ["shelf": "s1"]])
    let lines = host.request(42, "viewModel/call", ["id": "l", "input": "relabel"])
    let update = try JSONValue(parsing: try #require(lines.first))["params"]?["updates"]
    let changes = try #require(update?.arrayValue).map { [$0["id"], $0["patch"]?[0]?["value"]] }
    // Canonically equal strings are equal by `==`, so the code units are compared, as JSON does.
    #expect(changes == [["s1", .string("e\u{301}")], ["l", .string("e\u{301}")]])
  }
}
