import Testing

@testable import Finder

struct QueryTests {
  @Test(arguments: [
    ("abc", [["fuzzy abc"]]),
    ("Abc", [["fuzzy case Abc"]]),
    ("a b", [["fuzzy a"], ["fuzzy b"]]),
    ("  a   b ", [["fuzzy a"], ["fuzzy b"]]),
    ("'abc", [["exact abc"]]),
    ("^abc", [["prefix abc"]]),
    ("abc$", [["suffix abc"]]),
    ("^abc$", [["equal abc"]]),
    ("!abc", [["not exact abc"]]),
    ("!'abc", [["not fuzzy abc"]]),
    ("!^abc", [["not prefix abc"]]),
    ("!abc$", [["not suffix abc"]]),
    ("a | b c", [["fuzzy a", "fuzzy b"], ["fuzzy c"]]),
    ("a | | b", [["fuzzy a", "fuzzy |"], ["fuzzy b"]]),
    ("| a", [["fuzzy |"], ["fuzzy a"]]),
    ("a |", [["fuzzy a"]]),
    ("a\\ b", [["fuzzy a b"]]),
    ("$", [["fuzzy $"]]),
    ("! ' ^ ^$", []),
    ("é", [["fuzzy marks é"]]),
    ("É", [["fuzzy case marks É"]]),
    ("", []),
  ])
  func parses(_ text: String, _ conditions: [[String]]) {
    #expect(Query(text).conditions.map { $0.map(Self.words) } == conditions)
  }

  @Test func rankedUnlessAllIsNegated() {
    #expect(Query("a !b").isRanked)
    #expect(!Query("!a !b").isRanked)
    #expect(!Query("").isRanked)
  }

  @Test(arguments: [
    ("abc", "ab", true), ("ab c", "ab", true), ("abc 'x", "ab", true), ("'ab c", "'ab", true),
    ("a", "ab", false), ("'abc", "'ab", false), ("!abc", "!ab", false), ("a | b", "a", false),
    ("aB", "a", false), ("ab", "", true), ("b a", "a", false),
  ])
  func narrows(_ new: String, _ old: String, _ expected: Bool) {
    #expect(Query(new).narrows(Query(old)) == expected)
  }

  private static func words(_ term: Term) -> String {
    let text = term.characters.compactMap(Unicode.Scalar.init).map { String($0) }.joined()
    let words = [
      term.isNegated ? "not" : "", "\(term.kind)", term.isCaseSensitive ? "case" : "",
      term.ignoresMarks ? "" : "marks", text,
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
