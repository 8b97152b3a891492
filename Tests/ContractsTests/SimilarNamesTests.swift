import TestSupport
import Testing

@testable import Contracts

@Suite struct SimilarNamesTests {
  static let inputs = ["plusButtonDidTap", "minusButtonDidTap", "fetch", "goToNext", "list"]

  @Test(arguments: [
    // One letter left out, added, replaced, and two exchanged.
    ("plusButonDidTap", ["plusButtonDidTap"]),
    ("fetsch", ["fetch"]),
    ("fetcj", ["fetch"]),
    ("fethc", ["fetch"]),
    ("lst", ["list"]),
    // The styles of other languages.
    ("plus_button_did_tap", ["plusButtonDidTap"]),
    ("go-to-next", ["goToNext"]),
    ("LIST", ["list"]),
    // The beginning of a name.
    ("plus", ["plusButtonDidTap"]),
    ("minusBut", ["minusButtonDidTap"]),
    // Three letters, and no more.
    ("plusBtnDidTp", []),
    ("plusBttnDdTap", ["plusButtonDidTap"]),
    // What is short is not like everything else that is short.
    ("a", []), ("li", []), ("xyz", []), ("", []),
    ("resetButtonDidTap", []),
  ])
  func aNameThatIsNearlyRightIsFound(name: String, similar: [String]) {
    #expect(SimilarNames.similar(to: name, among: Self.inputs) == similar)
  }

  /// The distance is that of the whole table of steps, of which only a part is worked out.
  @Test func aNameIsOfferedWhereTheDistanceIsWithinTheBound() {
    var random = SeededGenerator(seed: 28)
    var offered = 0
    for _ in 0..<20_000 {
      let names = (0..<2).map { _ in
        (0..<Int.random(in: 3...12, using: &random)).map { _ in
          ["a", "b", "c"].randomElement(using: &random) ?? ""
        }
      }
      let distance = Self.distance(names[0], names[1])
      let isWithin = distance <= min(names[0].count / 3, 3)
      let isBeginning = names[1].starts(with: names[0])
      let found = SimilarNames.similar(to: names[0].joined(), among: [names[1].joined()])
      #expect(found.isEmpty == !(isWithin || isBeginning), "\(names), \(distance)")
      offered += found.count
    }
    #expect(offered > 500)
  }

  /// The optimal string alignment distance, as it is defined.
  private static func distance(_ name: [String], _ other: [String]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: other.count + 1), count: name.count + 1)
    for row in 0...name.count {
      for column in 0...other.count where row == 0 || column == 0 {
        table[row][column] = row + column
      }
    }
    for row in 1...name.count {
      for column in 1...other.count {
        let isSame = name[row - 1] == other[column - 1]
        var steps = min(
          table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1,
          table[row][column - 1] + 1)
        if row > 1, column > 1, name[row - 1] == other[column - 2],
          name[row - 2] == other[column - 1]
        {
          steps = min(steps, table[row - 2][column - 2] + 1)
        }
        table[row][column] = steps
      }
    }
    return table[name.count][other.count]
  }

  @Test func theNearestOnlyAreOffered() {
    let names = ["counter.functional", "counter", "counters"]
    #expect(SimilarNames.similar(to: "conter", among: names) == ["counter"])
    #expect(SimilarNames.similar(to: "counterz", among: names) == ["counter", "counters"])
  }

  @Test func noMoreThanThreeAreOffered() {
    let names = (1...9).map { "item-\($0)" }
    #expect(SimilarNames.similar(to: "item-0", among: names) == ["item-1", "item-2", "item-3"])
  }

  @Test func neitherAreNamesOfAnyLengthComparedNorOfAnyScript() {
    let long = String(repeating: "a", count: 100_000)
    #expect(SimilarNames.similar(to: long, among: ["a", long]) == [])
    #expect(SimilarNames.similar(to: "a", among: [long]) == [])
    #expect(SimilarNames.similar(to: "größe", among: ["GRÖSSE", "Größe"]) == ["Größe"])
    #expect(SimilarNames.similar(to: "日本語の名", among: ["日本語の名前"]) == ["日本語の名前"])
  }

  @Test func aLongNameIsCut() {
    let name = String(repeating: "é", count: 200)
    #expect(SimilarNames.shown(name) == name)
    #expect(SimilarNames.shown(name + "a") == name + "…")
  }

  @Test func theEndOfTheSentence() {
    #expect(SimilarNames.question(for: "lst", among: ["list"]) == "; did you mean list?")
    #expect(
      SimilarNames.question(for: "item0", among: ["item1", "item2"])
        == "; did you mean item1 or item2?")
    #expect(SimilarNames.question(for: "bogus", among: ["list"]) == "")
    #expect(SimilarNames.hint(for: "lst", among: ["list"]) == "; did you mean list?")
    #expect(SimilarNames.hint(for: "bogus", among: ["todo", "user"]) == "; it has todo, user")
    #expect(SimilarNames.hint(for: "bogus", among: []) == "; it has none")
    let names = (1...20).map { "\($0)" }
    #expect(
      SimilarNames.hint(for: "bogus", among: names)
        == "; it has 1, 2, 3, 4, 5, 6, 7, 8 and 12 more")
  }
}
