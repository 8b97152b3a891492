import TestSupport
import Testing

@testable import JSON

struct ListEditsTests {
  /// What comes of a list of `oldCount` elements: each is named by its index in the old list, and
  /// by -1 - index if it is only in the new one.
  private func apply(_ edits: ListEdits, oldCount: Int) -> [Int] {
    var list = Array(0..<oldCount)
    for edit in edits.edits {
      switch edit {
      case .remove(let index): list.remove(at: index)
      case .insert(let element, let index): list.insert(-1 - element, at: index)
      }
    }
    return list
  }

  @Test func makeTheNewList() {
    forEachSeed(upTo: 500) { seed in
      var random = SeededGenerator(seed: seed)
      let oldCount = Int.random(in: 0...15, using: &random)
      let kept = (0..<oldCount).filter { _ in !random.once(in: 4) }
      var sources = random.once(in: 3) ? kept : kept.shuffled(using: &random)
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        sources.insert(ListEdits.noSource, at: Int.random(in: 0...sources.count, using: &random))
      }
      let edits = ListEdits(oldCount: oldCount, sources: sources)
      // One that has moved comes as a new one, and one that takes the place of an old one goes by
      // the old one's name.
      var expected = sources.indices.map { -1 - $0 }
      for pair in edits.pairs { expected[pair.new] = pair.old }
      #expect(apply(edits, oldCount: oldCount) == expected, "seed \(seed)")
      #expect(Set(edits.pairs.map(\.old)).count == edits.pairs.count, "seed \(seed)")
      let staying = longestIncreasingSubsequence(of: sources)
      for (new, old) in sources.enumerated() where staying[new] {
        #expect(edits.pairs.contains { $0 == (old, new) }, "seed \(seed)")
      }
    }
  }

  @Test(
    arguments: [
      ([0, 1, 2], []), ([1, 2, 0], [.remove(at: 0), .insert(element: 2, at: 2)]),
      ([2, 0, 1], [.remove(at: 2), .insert(element: 0, at: 0)]),
      ([0, 2], [.remove(at: 1)]), ([], [.remove(at: 2), .remove(at: 1), .remove(at: 0)]),
      ([0, -1, 1, 2], [.insert(element: 1, at: 1)]), ([0, -1, 2], []),
      (
        [2, 1, 0],
        [
          .remove(at: 2), .remove(at: 1), .insert(element: 0, at: 0), .insert(element: 1, at: 1),
        ]
      ),
    ] as [([Int], [ListEdits.Edit])]
  )
  func areFew(sources: [Int], expected: [ListEdits.Edit]) {
    #expect(ListEdits(oldCount: 3, sources: sources).edits == expected)
  }

  /// Against all subsequences.
  @Test func findALongestIncreasingSubsequence() {
    forEachSeed(upTo: 100) { seed in
      var random = SeededGenerator(seed: seed)
      var numbers = Array(0..<Int.random(in: 0...9, using: &random)).shuffled(using: &random)
      if random.once(in: 2) {
        numbers.insert(-1, at: Int.random(in: 0...numbers.count, using: &random))
      }
      let longest = (0..<(1 << numbers.count)).map { mask in
        let chosen = numbers.indices.filter { mask & (1 << $0) != 0 }.map { numbers[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy(<) && !chosen.contains(-1)
          ? chosen.count : 0
      }.max()
      let members = zip(numbers, longestIncreasingSubsequence(of: numbers)).filter(\.1).map(\.0)
      #expect(members.count == longest, "seed \(seed)")
      #expect(zip(members, members.dropFirst()).allSatisfy(<), "seed \(seed)")
      #expect(!members.contains(-1), "seed \(seed)")
    }
  }

  /// Against the table of lengths (Wagner and Fischer).
  @Test func findALongestCommonSubsequence() {
    forEachSeed(upTo: 200) { seed in
      var random = SeededGenerator(seed: seed)
      func list() -> [Int] {
        let count = Int.random(in: 0...12, using: &random)
        return (0..<count).map { _ in Int.random(in: 0...4, using: &random) }
      }
      let (old, new) = (list(), list())
      var lengths = [[Int]](
        repeating: [Int](repeating: 0, count: new.count + 1),
        count: old.count + 1
      )
      for x in old.indices {
        for y in new.indices {
          lengths[x + 1][y + 1] =
            old[x] == new[y] ? lengths[x][y] + 1 : max(lengths[x][y + 1], lengths[x + 1][y])
        }
      }
      let longest = lengths[old.count][new.count]
      let sources = try #require(commonSubsequence(of: old, new, maximumEdits: 24))
      let pairs = sources.enumerated().filter { $1 != ListEdits.noSource }
      #expect(pairs.count == longest, "seed \(seed)")
      #expect(pairs.allSatisfy { old[$1] == new[$0] }, "seed \(seed)")
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 < $1.1 }, "seed \(seed)")
      let edits = old.count + new.count - 2 * longest
      #expect(commonSubsequence(of: old, new, maximumEdits: edits) != nil, "seed \(seed)")
      #expect(
        edits == 0 || commonSubsequence(of: old, new, maximumEdits: edits - 1) == nil,
        "seed \(seed)"
      )
    }
  }
}
