import TestSupport
import Testing

@testable import JSON

/// Lists of plain values are compared as memory; their JSON forms are the measure.
struct PlainListChangeTests {
  /// An element of 33 bytes, so that between two there is memory that belongs to neither.
  struct Padded: Encodable, Identifiable {
    var id: Int
    var name: String
    var tag: Int?
    var isDone: Bool
  }

  /// An element of one byte.
  struct Small: Encodable, Identifiable {
    var id: UInt8
    private enum Key: CodingKey { case id }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: .id)
    }
  }

  /// Texts that are equal to one another lie at several places in memory.
  private static func name(_ random: inout SeededGenerator) -> String {
    let number = Int.random(in: 0...2, using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: return "n\(number)"
    case 1: return ["é", "e\u{301}"][number & 1]
    default: return "a name that does not fit into a register, number \(number)"
    }
  }

  private static func changed(_ old: [Padded], _ random: inout SeededGenerator) -> [Padded] {
    var list = old
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = list.isEmpty ? 0 : Int.random(in: 0..<list.count, using: &random)
      switch Int.random(in: 0...8, using: &random) {
      case 0...2 where !list.isEmpty: list[place].name = name(&random)
      case 3 where !list.isEmpty: list[place].isDone.toggle()
      case 4 where !list.isEmpty: list.remove(at: place)
      case 5 where !list.isEmpty: list.insert(list.remove(at: place), at: list.count / 2)
      case 6:
        for place in list.indices { list[place].name = String(Array(list[place].name)) }
      case 7 where list.count > 20: list.removeSubrange(5..<list.count - 5)
      default:
        let id = 1_000 + Int.random(in: 0...1_000_000, using: &random)
        list.insert(Padded(id: id, name: name(&random), tag: nil, isDone: false), at: place)
      }
    }
    return list
  }

  @Test func isThatOfTheJSONForms() throws {
    let comparison = try #require(PlainComparison(Padded.self))
    forEachSeed(upTo: 300) { seed in
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...150, using: &random)
      var list = (0..<count).map {
        Padded(id: $0, name: Self.name(&random), tag: $0 % 3 == 0 ? nil : $0, isDone: false)
      }
      // What was shown, kept separately and changed in place from then on.
      var shown = list
      for _ in 0..<12 {
        let new = Self.changed(list, &random)
        let (oldForm, newForm) = (try JSONValue(encoding: list), try JSONValue(encoding: new))
        let change = try PlainListChange(from: shown, to: new, comparedBy: comparison)
        let expected = JSONPatch.difference(from: oldForm, to: newForm, identifiedBy: "id")
        #expect(change.patch == expected, "seed \(seed)")
        change.bringUpToDate(&shown, as: new)
        #expect(try JSONValue(encoding: shown) == newForm, "seed \(seed)")
        #expect(
          try PlainListChange(from: shown, to: new, comparedBy: comparison).patch.isEmpty,
          "seed \(seed)")
        list = new
      }
    }
  }

  /// Texts that are given new memory are taken over, or each comparison would have to look into
  /// them again.
  @Test func takesOverWhatLiesElsewhereInMemory() throws {
    let comparison = try #require(PlainComparison(Padded.self))
    func list() -> [Padded] {
      (0..<40).map { Padded(id: $0, name: "a text of the element \($0)", tag: nil, isDone: true) }
    }
    var shown = list()
    let new = list()
    let change = try PlainListChange(from: shown, to: new, comparedBy: comparison)
    #expect(change.patch.isEmpty)
    change.bringUpToDate(&shown, as: new)
    for (left, right) in zip(shown, new) {
      let (left, right) = (left.name, right.name)
      #expect(withUnsafeBytes(of: left, Array.init) == withUnsafeBytes(of: right, Array.init))
    }
  }

  private func expectCounts<Element>(
    _ old: [Element], _ new: [Element], _ seed: UInt64, isSame: (Element, Element) -> Bool
  ) {
    let limit = min(old.count, new.count)
    let prefix = zip(old, new).prefix(while: isSame).count
    let suffix = zip(old.reversed(), new.reversed()).prefix(while: isSame).count
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let (left, right) = (ElementMemory(old), ElementMemory(new))
        #expect(
          left.countOfSame(from: 0, as: right, 0, step: 1, limit: limit) == prefix, "seed \(seed)")
        #expect(
          left.countOfSame(
            from: old.count - 1, as: right, new.count - 1, step: -1, limit: limit) == suffix,
          "seed \(seed)")
      }
    }
  }

  /// Memory is compared in blocks; here one element at a time.
  @Test func findsAllThatIsTheSame() {
    forEachSeed(upTo: 200) { seed in
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...900, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var other = bytes
      for _ in 0..<Int.random(in: 0...2, using: &random) where !other.isEmpty {
        other[Int.random(in: 0..<other.count, using: &random)] &+= 1
      }
      if random.once(in: 3) { other.append(7) }
      if random.once(in: 3) { other.insert(9, at: other.count / 2) }
      expectCounts(bytes, other, seed, isSame: ==)
      expectCounts(bytes.map(Int32.init), other.map(Int32.init), seed, isSame: ==)
      // No padding within an element, whose bytes may be any.
      expectCounts(bytes.map { (Int($0), $0) }, other.map { (Int($0), $0) }, seed) { $0 == $1 }
      expectCounts(bytes.map { ($0, $0, $0) }, other.map { ($0, $0, $0) }, seed) { $0 == $1 }
      expectCounts(bytes.map { _ in () }, other.map { _ in () }, seed) { _, _ in true }
    }
  }

  @Test func aChangeOfAnElementOfOneByteIsFound() throws {
    let comparison = try #require(PlainComparison(Small.self))
    let old = (0..<200).map { Small(id: UInt8($0)) }
    for place in old.indices {
      var new = old
      new[place].id = 201
      var shown = old
      let change = try PlainListChange(from: old, to: new, comparedBy: comparison)
      #expect(change.patch.operations.count == 1)
      change.bringUpToDate(&shown, as: new)
      #expect(shown.map(\.id) == new.map(\.id))
    }
  }
}
