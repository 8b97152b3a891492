import Testing

import Finder

struct HighlightTests {
  @Test(arguments: [
    ("fb", "foo/bar", [0..<1, 4..<5]),
    ("bar", "foo/bar", [4..<7]),
    ("'o/b", "foo/bar", [2..<5]),
    ("^fo r$", "foo/bar", [0..<2, 6..<7]),
    ("^foo/bar$", "foo/bar", [0..<7]),
    ("foo oo", "foo/bar", [0..<3]),
    ("x | bar", "foo/bar", [4..<7]),
    ("!x", "foo/bar", []),
    ("x", "foo/bar", []),
    ("", "foo/bar", []),
    // In Unicode scalars, not in bytes.
    ("b", "日本/b", [3..<4]),
    ("cafe", "un café", [3..<7]),
    // The start of a word is preferred to what comes first.
    ("b", "ab/b", [3..<4]),
  ])
  func theMatchedRangesAreHighlighted(_ query: String, _ text: String, _ ranges: [Range<Int>]) {
    #expect(Query(query).highlights(in: text) == ranges)
  }
}
