import JSON
import Observation
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// Objects in a list are followed apart: a change of one encodes that one.
struct ObjectListTests {
  @Observable nonisolated final class Item: Encodable, Identifiable {
    let id: Int
    var title: String
    var weight: Double
    @ObservationIgnored var encodedCount = 0

    init(_ id: Int, _ title: String = "item", weight: Double = 1) {
      self.id = id
      self.title = title
      self.weight = weight
    }

    private enum Key: CodingKey { case id, title, weight }

    func encode(to encoder: any Encoder) throws {
      encodedCount += 1
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: .id)
      try container.encode(title, forKey: .title)
      try container.encode(weight, forKey: .weight)
    }
  }

  @Observable final class Items: ViewModel {
    var items: [Item] = (0..<100).map { Item($0) }
    var isShort = false
    var shown: [Item] { isShort ? [] : items }

    static let interface = Interface<Items> { output("items", \.shown) }
  }

  private let items = Items()
  private let observer = NotingObserver()
  private let hosted: HostedViewModel

  init() throws {
    let catalog = Catalog { [items] in viewModel("items", { items }) }
    hosted = try catalog.make("items")
    #expect(hosted.activate(observer).isEmpty)
    // What reports the changes of a class is found out once.
    _ = takeEncodedCount()
  }

  /// How many objects have been encoded since the last call.
  private func takeEncodedCount() -> Int {
    items.items.reduce(0) { count, item in
      defer { item.encodedCount = 0 }
      return count + item.encodedCount
    }
  }

  /// Ends a turn: the operations, and then the errors.
  ///
  /// - Parameter limit: how many values an output may have to be read again; the list has 401.
  private func endTurn(isTold: Bool = true, upTo limit: Int = 100) throws -> JSONValue {
    let told = observer.takeChanges()
    let rowChangeCount = observer.takeRowChangeCount()
    #expect((told.isEmpty && rowChangeCount == 0) == !isTold)
    for places in told { hosted.watch.markChanged(OutputSet(places)) }
    if rowChangeCount > 0 { hosted.watch.markStale(OutputSet([0])) }
    _ = hosted.findSilentChanges(upTo: limit)
    var writer = JSONWriter()
    writer.writeRaw("[")
    let failures = hosted.writeChanges(
      to: &writer, at: Watch.TurnEnd(turn: 1, now: 0, canPoll: false))
    for failure in failures { writer.write(string: "\(failure.error)") }
    writer.writeRaw("]")
    return try writer.withBytes { try JSONValue(parsing: $0) }
  }

  private func expectMirror(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let fresh = try JSONValue(encoding: items.shown)
    #expect(hosted.outputs[0].json == fresh, sourceLocation: sourceLocation)
    _ = takeEncodedCount()
  }

  @Test func aChangeOfOneEncodesThatOne() throws {
    for place in [0, 50, 99, 50] {
      items.items[place].title += "!"
      let title = items.items[place].title
      #expect(
        try endTurn() == [
          ["op": "replace", "path": .string("/items/\(place)/title"), "value": .string(title)]
        ])
      #expect(takeEncodedCount() == 1)
      try expectMirror()
    }
  }

  @Test func aChangeOfThreeIsPublishedOnce() throws {
    for place in [90, 10, 11] { items.items[place].title = "three" }
    items.items[10].weight = 2
    #expect(observer.rowChangeCount == 1)
    #expect(observer.changes.isEmpty, "the list is the same")
    // Where most members are others, all of them are replaced.
    let paths = ["/items/10", "/items/11/title", "/items/90/title"]
    guard case .array(let operations) = try endTurn() else { return }
    #expect(operations.map { $0["path"] } == paths.map { .string($0) })
    #expect(takeEncodedCount() == 3)
    try expectMirror()
  }

  @Test func whatComesGoesOrMovesCostsNothingElse() throws {
    items.items.append(Item(100))
    #expect(try endTurn()[0]?["op"] == "add")
    #expect(takeEncodedCount() == 1)
    items.items.insert(items.items.remove(at: 80), at: 3)
    let operations = try endTurn()
    #expect(operations[0] == ["op": "remove", "path": "/items/80"])
    #expect(operations[1]?["op"] == "add")
    #expect(operations[1]?["path"] == "/items/3")
    #expect(operations[2] == nil)
    #expect(takeEncodedCount() == 0)
    items.items.remove(at: 40)
    #expect(try endTurn() == [["op": "remove", "path": "/items/40"]])
    #expect(takeEncodedCount() == 0)
    items.items[60].title = "after all that"
    #expect(try endTurn()[0]?["path"] == "/items/60/title")
    #expect(takeEncodedCount() == 1)
    try expectMirror()
  }

  /// A setter says nothing when it finds the old and the new value equal.
  @Test func whatASetterIsSilentAboutIsFound() throws {
    items.items[7].title = "\u{E9}"
    _ = try endTurn()
    _ = takeEncodedCount()
    items.items[7].title = "e\u{301}"
    #expect(
      try endTurn(isTold: false, upTo: 401) == [
        ["op": "replace", "path": "/items/7/title", "value": "e\u{301}"]
      ])
    // All are, and that one once more, as it may have read something else.
    #expect(takeEncodedCount() == 101)
    items.items[7].title = "told again"
    #expect(try endTurn()[0]?["path"] == "/items/7/title")
    try expectMirror()
  }

  /// What leaves the list and comes back is not tracked twice: one change of each is one to report.
  @Test func whatComesBackIsFollowedOnce() throws {
    for _ in 0..<3 {
      items.isShort.toggle()
      _ = try endTurn()
    }
    items.items[5].title = "changed while away"
    items.isShort.toggle()
    _ = try endTurn()
    try expectMirror()
    items.items[6].title = "changed"
    #expect(observer.rowChangeCount == 1)
    #expect(try endTurn()[0]?["path"] == "/items/6/title")
    try expectMirror()
  }

  @Test func anObjectWithoutAJSONFormIsAnErrorUntilItHasOne() throws {
    items.items[3].weight = .infinity
    let failure = try endTurn()
    #expect("\(failure)".contains("/3/weight") || "\(failure)".contains("weight"))
    items.items[8].title = "meanwhile"
    items.items.append(Item(200))
    _ = try endTurn()
    items.items.append(Item(201))
    items.items[3].weight = 3
    #expect("\(try endTurn())".contains("meanwhile"))
    try expectMirror()
    #expect(hosted.outputs[0].json[101]?["id"] == 201)
  }

  @Test func nothingIsHeldAfterTheEnd() throws {
    weak var item: Item?
    do {
      let new = Item(300)
      item = new
      items.items.append(new)
    }
    _ = try endTurn()
    items.items.removeLast()
    _ = try endTurn()
    #expect(item == nil)
    item = items.items[0]
    hosted.tearDown()
    items.items = []
    #expect(item == nil)
  }
}
