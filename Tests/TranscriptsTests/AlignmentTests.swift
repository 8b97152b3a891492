import TestSupport
import Testing

@testable import Transcripts

/// Which lines are the same, and which belong together.
@Suite struct AlignmentTests {
  @Test(arguments: [
    (#"{"a":1,"b":[true,null]}"#, #"{ "a" : 1 , "b" : [ true , null ] }"#),
    (#"{"a":"é"}"#, #"{"a":"\u00e9"}"#),
    ("[1e3]", "[1000]"),
    ("no JSON", "no JSON"),
  ])
  func spacingAndEscapesDoNotMatter(left: String, right: String) {
    #expect(align([ComparedLine(left)], [ComparedLine(right)]) == [.same(expected: 0, got: 0)])
  }

  /// Lines that are the same to the byte are paired without a look inside.
  @Test func theShortWayPairsAsTheLongOne() {
    let lines = [
      #"{"id":1}"#, #"{"id": 1}"#, #"{"id":1,"x":"é"}"#, "{\"id\":1,\"x\":\"e\u{301}\"}", "x",
    ]
    var generator = SeededGenerator(seed: 1)
    var (same, other) = (0, 0)
    for _ in 0..<2000 {
      let expected = (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
        lines.randomElement(using: &generator)
      }
      let got = (0..<Int.random(in: 0...3, using: &generator)).compactMap { _ in
        lines.randomElement(using: &generator)
      }
      let pairings = align(expected, got)
      #expect(pairings == align(expected.map(ComparedLine.init), got.map(ComparedLine.init)))
      if pairings.allSatisfy(\.isSame) { same += 1 } else { other += 1 }
    }
    #expect(same > 100 && other > 100)
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
    (#"["é"]"#, "[\"e\u{301}\"]"),
    ("[1]", "[true]"),
    ("no JSON", "no  JSON"),
    ("", " "),
  ])
  func everythingElseMatters(left: String, right: String) {
    #expect(ComparedLine(left).bytes != ComparedLine(right).bytes)
  }

  @Test(
    arguments: [
      // What is about the same is paired; what is not, is not.
      ([#"{"id":1,"result":1}"#], [#"{"id":1,"result":2}"#], [.changed(expected: 0, got: 0)]),
      ([#"{"id":1}"#], [#"{"id":2}"#], [.missing(expected: 0), .unexpected(got: 0)]),
      ([#"{"id":1}"#], [#"{"id":"1"}"#], [.missing(expected: 0), .unexpected(got: 0)]),
      ([#"{"method":"a","x":1}"#], [#"{"method":"a","x":2}"#], [.changed(expected: 0, got: 0)]),
      ([#"[1]"#], [#"[2]"#], [.changed(expected: 0, got: 0)]),
      (["x"], ["y"], [.missing(expected: 0), .unexpected(got: 0)]),
      // One more, one less, at either end and between.
      ([], ["a"], [.unexpected(got: 0)]),
      (["a"], [], [.missing(expected: 0)]),
      (
        ["a", "c"], ["a", "b", "c"],
        [.same(expected: 0, got: 0), .unexpected(got: 1), .same(expected: 1, got: 2)]
      ),
      (
        ["a", "b", "c"], ["b", "c"],
        [.missing(expected: 0), .same(expected: 1, got: 0), .same(expected: 2, got: 1)]
      ),
      // The same is worth more than about the same.
      (
        [#"{"id":1,"x":1}"#, #"{"id":1,"x":2}"#], [#"{"id":1,"x":2}"#, #"{"id":1,"x":3}"#],
        [.missing(expected: 0), .same(expected: 1, got: 0), .unexpected(got: 1)]
      ),
      // The order counts.
      (
        ["a", "b"], ["b", "a"],
        [.missing(expected: 0), .same(expected: 1, got: 0), .unexpected(got: 1)]
      ),
    ] as [([String], [String], [Pairing])])
  func linesArePairedInOrder(expected: [String], got: [String], pairings: [Pairing]) {
    #expect(align(expected.map(ComparedLine.init), got.map(ComparedLine.init)) == pairings)
  }
  @Test func whereTheSearchIsTooLargeLinesArePairedOneByOne() {
    let expected = ["same", "a", "b", #"{"id":1,"x":1}"#, "c", "more", "end"]
    let got = ["same", "b", "b", #"{"id":1,"x":2}"#, "end"]
    let (lines, answers) = (expected.map(ComparedLine.init), got.map(ComparedLine.init))
    #expect(
      align(lines, answers, limit: 14) == [
        .same(expected: 0, got: 0),
        .missing(expected: 1), .unexpected(got: 1),
        .same(expected: 2, got: 2),
        .changed(expected: 3, got: 3),
        .missing(expected: 4), .missing(expected: 5),
        .same(expected: 6, got: 4),
      ])
    #expect(align(lines, answers, limit: 15) == align(lines, answers))
  }

  @Test func manyLinesThatDifferNeedNoTable() {
    let expected = (0..<100_000).map { ComparedLine("expected \($0)") }
    let got = (0..<100_000).map { ComparedLine("got \($0)") }
    #expect(align(expected, got).count == 200_000)
  }
}
