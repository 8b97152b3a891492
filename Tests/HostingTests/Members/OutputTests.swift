import JSON
import Observation
import Synchronization
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

@Suite struct OutputTests {
  struct Row: Codable, Equatable, Identifiable {
    let id: Int
    var title: String
    var weight = 1.0
  }

  /// Identifiable, but an object that changes while it stays the same one.
  @Observable final class Box: Encodable, Identifiable {
    let id: Int
    var text: String
    init(id: Int, text: String) {
      self.id = id
      self.text = text
    }
    enum Key: CodingKey { case id, text }
    nonisolated func encode(to encoder: any Encoder) throws {
      let (id, text) = MainActor.assumeIsolated { (self.id, self.text) }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: .id)
      try container.encode(text, forKey: .text)
    }
  }

  @Observable final class Lists: ViewModel {
    var rows: [Row]
    var boxes: [Box] = []
    var note: String?
    var total: Double { rows.reduce(0) { $0 + $1.weight } }
    @ObservationIgnored var totalReads = 0
    var countedNote: Int {
      totalReads += 1
      return note?.count ?? 0
    }

    init(_ count: Int) { rows = (0..<count).map { Row(id: $0, title: "row \($0)") } }

    static let interface = Interface<Lists> {
      output("rows", \.rows)
      output("boxes", \.boxes)
      output("note", \.note)
      output("total", \.total)
      output("countedNote", \.countedNote)
    }
  }

  /// Follows a ViewModel as the host does.
  private final class Follower {
    let lists: Lists
    let hosted: HostedViewModel
    let observer = NotingObserver()
    var failures: [String] = []

    init(_ count: Int) throws {
      let lists = Lists(count)
      self.lists = lists
      let catalog = Catalog { viewModel("lists", { lists }) }
      hosted = try catalog.make("lists")
      failures = hosted.activate(observer).map { "\($0.error)" }
    }

    var state: JSONValue {
      var object = JSONObject()
      for output in hosted.outputs { object[output.name] = output.json }
      return .object(object)
    }

    /// The operations that the changes since the last call give.
    func patch() throws -> JSONValue {
      let changed = Set(observer.takeChanges().joined()).sorted()
      if observer.takeRowChangeCount() > 0 {
        hosted.watch.markStale(OutputSet(hosted.outputs.indices))
      }
      var writer = JSONWriter()
      writer.writeRaw("[")
      failures += hosted.endTurn(told: changed, to: &writer)
      writer.writeRaw("]")
      return try writer.withBytes { try JSONValue(parsing: $0) }
    }
  }

  @Test func aChangeOfOneRowIsOneOperationWhereverItIs() throws {
    let count = 100_000
    let follower = try Follower(count)
    for index in [0, 1, count / 2, count - 1] {
      follower.lists.rows[index].title = "new"
      #expect(
        try follower.patch() == [
          ["op": "replace", "path": .string("/rows/\(index)/title"), "value": "new"]
        ])
    }
    follower.lists.rows.remove(at: 5)
    #expect(
      try follower.patch() == [
        ["op": "remove", "path": "/rows/5"], ["op": "replace", "path": "/total", "value": 99_999],
      ])
    follower.lists.rows.insert(Row(id: -1, title: "in", weight: 0), at: 7)
    #expect(
      try follower.patch() == [
        ["op": "add", "path": "/rows/7", "value": ["id": -1, "title": "in", "weight": 0]]
      ])
    let moved = follower.lists.rows.remove(at: 50_000)
    follower.lists.rows.insert(moved, at: 3)
    #expect(
      try follower.patch() == [
        ["op": "remove", "path": "/rows/50000"],
        ["op": "add", "path": "/rows/3", "value": try JSONValue(encoding: moved)],
      ])
  }

  @Test func theStateIsWhatThePatchesLeadTo() throws {
    let follower = try Follower(20)
    var mirror = follower.state
    var generator = SeededGenerator(seed: 20_261_121)
    for _ in 0..<200 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: follower.lists.rows.shuffle(using: &generator)
      case 1: if !follower.lists.rows.isEmpty { follower.lists.rows.removeFirst() }
      case 2: follower.lists.rows.append(Row(id: .random(in: 100...1_000_000), title: "x"))
      case 3: if !follower.lists.rows.isEmpty { follower.lists.rows[0].weight += 1 }
      case 4: follower.lists.note = follower.lists.note == nil ? "note" : nil
      default: follower.lists.boxes.append(Box(id: follower.lists.boxes.count, text: "b"))
      }
      try JSONPatch(try follower.patch()).apply(to: &mirror)
      #expect(mirror == follower.state)
    }
    #expect(follower.state["rows"] == (try JSONValue(encoding: follower.lists.rows)))
    #expect(follower.failures == [])
  }

  @Test func anObjectThatChangesInPlaceIsSeen() throws {
    let follower = try Follower(0)
    follower.lists.boxes = [Box(id: 1, text: "a"), Box(id: 2, text: "b")]
    _ = try follower.patch()
    follower.lists.boxes[1].text = "c"
    follower.lists.boxes = follower.lists.boxes
    #expect(
      try follower.patch() == [["op": "replace", "path": "/boxes/1/text", "value": "c"]])
  }

  @Test func anOutputWithoutJSONFormKeepsItsLastValue() throws {
    let follower = try Follower(2)
    follower.lists.rows[1].weight = .infinity
    #expect(try follower.patch() == [])
    #expect(follower.failures.count == 2, "the rows and their total")
    #expect(follower.state["total"] == 2)
    follower.lists.rows[1].weight = 3
    #expect(
      try follower.patch() == [
        ["op": "replace", "path": "/rows/1/weight", "value": 3],
        ["op": "replace", "path": "/total", "value": 4],
      ])
  }

  @Test func aChangeReadsOnlyTheOutputsThatItConcerns() throws {
    let follower = try Follower(2)
    // All outputs are followed together until a change has shown which belong together.
    for text in ["once", "twice"] {
      follower.lists.rows[0].title = text
      _ = try follower.patch()
    }
    let reads = follower.lists.totalReads
    for number in 0..<5 {
      follower.lists.rows[0].title = "\(number)"
      _ = try follower.patch()
    }
    #expect(follower.lists.totalReads == reads)
    follower.lists.note = "four"
    #expect(
      try follower.patch() == [
        ["op": "replace", "path": "/note", "value": "four"],
        ["op": "replace", "path": "/countedNote", "value": 4],
      ])
  }
}
