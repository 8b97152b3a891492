import TestSupport
import Testing

@testable import Finder

struct FuzzyMatcherTests {
  /// Derived from the rules by hand: 16 for a character, the bonus of the first one twice, 3 and 1
  /// for gaps.
  @Test(arguments: [
    // The start of the text: 16 + 2 × 10.
    ("a", "abc", 36),
    // After a letter there is no bonus.
    ("b", "abc", 16),
    // After a slash 9, and twice.
    ("b", "a/b", 34),
    // After a sign 8, and twice.
    ("b", "a-b", 32),
    // An upper case letter, the first digit: 7, and twice.
    ("b", "aBc", 30),
    ("1", "a1", 30),
    // A run keeps the bonus of its first character: 36 + 26 + 26.
    ("abc", "abc", 88),
    // Within a word a character that follows another has 4: 16 + 20.
    ("bc", "abc", 36),
    // A gap of one costs 3, of two 4: 36 - 3 + 16, 36 - 4 + 16.
    ("ac", "abc", 49),
    ("ad", "abcd", 48),
    // The second word's start: 36 - 3 + 16 + 8, better than the run's end.
    ("fb", "f-b", 57),
  ])
  func scores(_ query: String, _ text: String, _ score: Int) {
    #expect(Self.score(query, text) == score)
    if query.count > 1 { #expect(scoreByWholeTable(query, in: text) == score) }
  }

  @Test func whatIsNotASubsequenceDoesNotMatch() {
    #expect(Self.score("abc", "acb") == nil)
    #expect(Self.score("aa", "a") == nil)
    #expect(Self.score("a", "") == nil)
    #expect(Self.score("B", "abc") == nil)
  }

  @Test(arguments: 0..<20)
  func sparseTableIsTheWholeOne(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var matched = 0
    for _ in 0..<500 {
      let text = Self.word("abcABC/_-1 ", Int.random(in: 1...40, using: &random), &random)
      let query = Self.word("abc_1", Int.random(in: 2...6, using: &random), &random)
      let score = Self.score(query, text)
      if score != nil { matched += 1 }
      #expect(score == scoreByWholeTable(query, in: text), "\(query) in \(text)")
    }
    #expect(matched > 50)
  }

  @Test(arguments: 0..<10)
  func positionsAreOfTheCharacters(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var matched = 0
    for _ in 0..<500 {
      let text = Self.word("abcABC/_-1é ", Int.random(in: 1...30, using: &random), &random)
      let query = Self.word("abc_1", Int.random(in: 1...5, using: &random), &random)
      let ranges = Query(query).highlights(in: text)
      guard Self.score(query, text) != nil else {
        #expect(ranges.isEmpty)
        continue
      }
      matched += 1
      let scalars = Array(text.unicodeScalars)
      let found = ranges.flatMap { $0 }.map { Folding.lowercase(scalars[$0]) }
      #expect(found == Array(query.unicodeScalars), "\(query) in \(text)")
    }
    #expect(matched > 50)
  }

  private static func word(
    _ alphabet: String, _ length: Int, _ random: inout SeededGenerator
  ) -> String {
    let characters = Array(alphabet)
    return String(
      (0..<length).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] })
  }

  static func score(_ query: String, _ text: String) -> Int? {
    var builder = CandidateChunkBuilder()
    builder.append(Array(text.utf8))
    let chunk = builder.finish()
    var matcher = Matcher(Query(query))
    return chunk.bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[chunk.range(0)])
      return matcher.score(text, mask: chunk.masks[0]).map { Int($0) }
    }
  }
}
