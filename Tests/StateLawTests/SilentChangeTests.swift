import JSON
import Observation
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// What a setter is silent about is found by reading outputs again: soon where there is little to
/// read, and later, or on request, where there is much.
struct SilentChangeTests {
  @Observable final class Library {
    nonisolated struct Book: Encodable, Identifiable, Equatable {
      let id: Int
      var title = "a"
      static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    }

    var books: [Book] = []
    var title = "\u{E9}"
    var visits = 0
    @ObservationIgnored var countedLetters = 0

    /// A number that takes long to compute.
    var letters: Int {
      countedLetters += 1
      return title.unicodeScalars.count
    }

    func visit() { visits += 1 }
    func setUp(_ count: Int) { books = (0..<count).map { Book(id: $0) } }
    /// The setter finds the new title equal to the old one.
    func retitle() { title = "e\u{301}" }
    /// Renames the books, which are equal if their ids are.
    func rename(_ name: String) { books = books.map { Book(id: $0.id, title: name) } }
  }

  private let host: LawHost
  private let library: Library

  init() throws {
    let library = Library()
    self.library = library
    host = LawHost(
      Catalog {
        viewModel(
          "library", { library },
          interface: Interface {
            input("visit", Library.visit)
            input("setUp", Library.setUp, "count")
            input("retitle", Library.retitle)
            input("rename", Library.rename, "name")
            output("title", \.title)
            output("visits", \.visits)
            output("letters", \.letters)
            output("books", \.books)
          })
      })
    host.session.supportsQuiet = true
    host.session.begin(Session.Agreement(logLevel: .warning))
    _ = host.request(1, "viewModel/create", ["name": "library", "id": "l"])
    // New outputs are read in each turn, and are observed when it is quiet.
    _ = host.turn(.quiet)
    library.countedLetters = 0
  }

  /// The paths of what changes in a turn.
  private func paths(_ lines: [String]) throws -> [String] {
    guard let line = lines.first(where: { $0.contains("viewModel/update") }) else { return [] }
    let update = try JSONValue(parsing: line)["params"]?["updates"]?[0]
    return try #require(update?["patch"]?.arrayValue).compactMap { $0["path"]?.stringValue }
  }

  private func call(_ input: String, _ arguments: JSONValue...) throws -> [String] {
    try paths(
      host.request(
        2, "viewModel/call",
        ["id": "l", "input": .string(input), "arguments": .array(arguments)]))
  }

  @Test func itIsPublishedInTheTurnOfTheInput() throws {
    #expect(try call("retitle") == ["/title", "/letters"])
    #expect(host.session.timeToQuiet == nil, "all has been read")
  }

  @Test func aNumberIsNotComputedForTheChangeOfAnother() throws {
    #expect(try call("visit") == ["/visits"])
    library.countedLetters = 0
    #expect(try call("visit") == ["/visits"])
    #expect(library.countedLetters == 0)
  }

  /// From 250 rows on, and from 2,500, as is documented.
  @Test(arguments: [(250, 0), (251, 1), (2_500, 1), (2_501, 2)])
  func theMoreThereIsToReadTheLaterItIsFound(count: Int, stage: Int) throws {
    _ = try call("setUp", .integer(Int64(count)))
    _ = host.turn(.quiet)
    let changes = [
      try call("rename", "b"), try paths(host.turn(.quiet)),
      try paths(host.request(3, "viewModel/snapshot", ["id": "l"])),
    ]
    #expect(changes.map { !$0.isEmpty } == (0..<3).map { $0 == stage })
  }

  @Test func whatHappensOnItsOwnIsFoundWhenItIsQuiet() throws {
    library.retitle()
    #expect(host.turn(.timer) == [])
    #expect(host.session.timeToQuiet == 1)
    #expect(try paths(host.turn(.quiet)) == ["/title", "/letters"])
    #expect(host.session.timeToQuiet == nil)
  }

  @Test func whereNoTurnFollowsItIsFoundInTheTurn() throws {
    host.session.supportsQuiet = false
    library.retitle()
    #expect(try paths(host.turn(.timer)) == ["/title", "/letters"])
  }

  @Test func aSnapshotNamesTheOutputsThatItHasFound() throws {
    library.retitle()
    let lines = host.request(3, "viewModel/snapshot", ["id": "l"])
    #expect(try paths(lines) == ["/title", "/letters"])
    let logs = lines.filter { $0.contains("host/log") }
    #expect(logs.count == 2)
    #expect(logs[0].contains("the output title of l had changed"))
    #expect(logs[1].contains("the output letters of l had changed"))
    // What was published, or is published anyway, is not named.
    library.visit()
    let others = host.request(4, "viewModel/snapshot", ["id": "l"])
    #expect(try paths(others) == ["/visits"])
    #expect(!others.contains { $0.contains("host/log") })
  }

  @Test func whatWasFoundIsObserved() throws {
    _ = try call("retitle")
    _ = host.turn(.quiet)
    library.title = "other"
    #expect(!host.session.changes.isEmpty)
    #expect(try paths(host.turn(.timer)) == ["/title", "/letters"])
  }
}
