import TestSupport
import Testing

@testable import JSON

/// What is known beforehand of two lists only saves comparisons: the patch is the same.
struct IndicesToCompareTests {
  private static func element(_ id: Int, _ random: inout SeededGenerator) -> JSONValue {
    let name: JSONValue = .string("name \(Int.random(in: 0...2, using: &random))")
    switch Int.random(in: 0...20, using: &random) {
    case 0: return name
    case 1: return ["name": name]
    default: return ["id": .integer(Int64(id)), "name": name, "more": "text that makes it long"]
    }
  }

  @Test func thePatchIsThatOfTheArrays() {
    var changeCount = 0
    forEachSeed(upTo: 1_000) { seed in
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...12, using: &random)
      let old = (0..<count).map { Self.element($0, &random) }
      let prefix = Int.random(in: 0...count, using: &random)
      let suffix = Int.random(in: 0...count - prefix, using: &random)
      var middle = Array(old[prefix..<count - suffix]).shuffled(using: &random)
      if random.once(in: 2), !middle.isEmpty { middle.removeLast() }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        middle.append(Self.element(Int.random(in: 0...30, using: &random), &random))
      }
      var new = old[..<prefix] + middle + old[(count - suffix)...]
      let ends = Array(0..<prefix) + Array(count - suffix..<count)
      let changed = ends.filter { _ in random.once(in: 3) }
      for place in changed {
        let id = random.once(in: 8) ? 40 : place
        new[place < prefix ? place : place + new.count - count] = Self.element(id, &random)
      }
      let places = IndicesToCompare(
        oldCount: count, newCount: new.count, prefix: prefix, suffix: suffix, changed: changed)
      for key in ["id", nil] {
        let patch = JSONPatch.difference(
          count, new.count, old: { old[$0] }, new: { new[$0] }, comparing: places,
          identifiedBy: key, at: JSONPointer())
        let expected = JSONPatch.difference(
          from: .array(old), to: .array(Array(new)), identifiedBy: key)
        #expect(patch == expected, "seed \(seed)")
        changeCount += patch.operations.count
      }
    }
    #expect(changeCount > 1_000)
  }

  /// Of 100,000 elements those are asked for that may differ, and no others.
  @Test func looksAtNothingElse() {
    let count = 100_000
    var asked: Set<Int> = []
    let places = IndicesToCompare(
      oldCount: count, newCount: count, prefix: count, suffix: 0, changed: [7, 50_000, 99_999])
    let patch = JSONPatch.difference(
      count, count,
      old: { ["id": .integer(Int64($0)), "n": 0] },
      new: { place in
        asked.insert(place)
        return ["id": .integer(Int64(place)), "n": .integer(Int64(place))]
      },
      comparing: places, identifiedBy: "id", at: JSONPointer())
    #expect(asked == [7, 50_000, 99_999])
    #expect(patch.operations.count == 3)
  }
}
