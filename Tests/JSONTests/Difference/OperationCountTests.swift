import JSON
import Testing

/// One change is one operation, wherever in a list it happens.
struct OperationCountTests {
  struct Row: Codable, Identifiable, Equatable {
    var id: Int
    var isDone = false
    var name: String
  }

  /// Not Equatable, so that what may have changed is encoded and compared.
  struct Entry: Encodable, Identifiable {
    var id: Int16
    var text: String
  }

  static let count = 60
  static let places = [0, 1, 29, 58, 59]

  private static let rows = (0..<count).map { Row(id: $0, name: "row number \($0)") }

  /// How many operations each way of comparing takes to get from one list to the other.
  private func operationCounts(_ old: [Row], _ new: [Row]) throws -> [String: Int] {
    let (oldJSON, newJSON) = (try JSONValue(encoding: old), try JSONValue(encoding: new))
    let entries = { (rows: [Row]) in rows.map { Entry(id: Int16($0.id), text: $0.name) } }
    let (oldNames, newNames) = (old.map(\.name), new.map(\.name))
    let patches = try [
      "keyed": (
        oldJSON, newJSON, JSONPatch.difference(from: oldJSON, to: newJSON, identifiedBy: "id")
      ),
      "not keyed": (oldJSON, newJSON, JSONPatch.difference(from: oldJSON, to: newJSON)),
      "Equatable": (oldJSON, newJSON, JSONPatch.difference(from: old, to: new)),
      "not Equatable": (
        JSONValue(encoding: entries(old)), JSONValue(encoding: entries(new)),
        JSONPatch.difference(from: entries(old), to: entries(new))
      ),
      "strings": (
        JSONValue(encoding: oldNames), JSONValue(encoding: newNames),
        JSONPatch.difference(from: JSONValue(encoding: oldNames), to: JSONValue(encoding: newNames))
      ),
    ]
    return try patches.mapValues { old, new, patch in
      var document = old
      try patch.apply(to: &document)
      #expect(document == new)
      return patch.operations.count
    }
  }

  private func expectOperations(_ range: ClosedRange<Int>, _ change: (inout [Row]) -> Void) throws {
    var new = Self.rows
    change(&new)
    for (way, count) in try operationCounts(Self.rows, new) {
      #expect(range.contains(count), "\(way)")
    }
  }

  @Test(arguments: places) func aRenameIsOneOperation(at place: Int) throws {
    try expectOperations(1...1) { $0[place].name = "another name" }
  }

  @Test(arguments: places) func anInsertionIsOneOperation(at place: Int) throws {
    try expectOperations(1...1) { $0.insert(Row(id: 100, name: "a new row"), at: place) }
  }

  @Test(arguments: places) func aRemovalIsOneOperation(at place: Int) throws {
    try expectOperations(1...1) { $0.remove(at: place) }
  }

  @Test(arguments: places, places) func aMoveIsTwoOperations(from source: Int, to target: Int)
    throws
  {
    guard source != target else { return }
    try expectOperations(2...2) { $0.insert($0.remove(at: source), at: target) }
  }

  @Test(arguments: places, places) func aSwapIsTwoOperationsAtMost(_ first: Int, _ second: Int)
    throws
  {
    guard first != second else { return }
    try expectOperations(1...2) { $0.swapAt(first, second) }
  }

  @Test func withoutAChangeThereIsNoOperation() throws {
    try expectOperations(0...0) {
      $0 = Self.rows.map { Row(id: $0.id, name: "row number \($0.id)") }
    }
  }

  @Test func aRenameAndAMoveOfOneElement() throws {
    var new = Self.rows
    new[10].name = "another name"
    new.insert(new.remove(at: 10), at: 40)
    #expect(try operationCounts(Self.rows, new)["keyed"] == 2)
    #expect(try operationCounts(Self.rows, new)["Equatable"] == 2)
  }

  /// A patch of many operations gives way to the new array as a whole.
  @Test func aWholeNewList() throws {
    let new = (0..<Self.count).map { Row(id: $0 + 1000, name: "new \($0)") }
    for (way, count) in try operationCounts(Self.rows, new) { #expect(count == 1, "\(way)") }
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 3], #"[{"op":"remove","path":"/1"}]"#),
      ([1, 2], [1, 2, 3], #"[{"op":"add","path":"/2","value":3}]"#),
      (["a": 1, "b": 2], ["b": 2], #"[{"op":"remove","path":"/a"}]"#),
      (
        ["long": "a long text that stays", "n": 1], ["long": "a long text that stays", "n": 2],
        #"[{"op":"replace","path":"/n","value":2}]"#
      ),
      ([[1]], [[2]], #"[{"op":"replace","path":"","value":[[2]]}]"#),
      (1, "a", #"[{"op":"replace","path":"","value":"a"}]"#),
      (1, 1.0, "[]"),
    ] as [(JSONValue, JSONValue, String)]
  )
  func givesTheExpectedPatch(old: JSONValue, new: JSONValue, patch: String) {
    #expect(JSONPatch.difference(from: old, to: new).json.description == patch)
  }

  @Test func startsAtAPath() throws {
    let path = try JSONPointer("/a/b")
    let rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]
    #expect(
      try JSONPatch.difference(from: rows, to: [rows[0]], at: path).operations
        == [.remove(path: JSONPointer("/a/b/1"))]
    )
    #expect(
      JSONPatch.difference(from: 1, to: 2, at: path).operations == [.replace(path: path, value: 2)]
    )
  }
}
