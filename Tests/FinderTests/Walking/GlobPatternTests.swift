import Testing

@testable import Finder

/// gitignore(5), "PATTERN FORMAT", and fnmatch(3).
struct GlobPatternTests {
  @Test(arguments: [
    ("abc", "abc"), ("*.o", "a.o"), ("*.o", ".o"), ("a*", "a"), ("a*b*c", "aXbYbZc"), ("?", "x"),
    ("a?c", "abc"), ("[abc]", "b"), ("[a-c]x", "bx"), ("[!a]", "b"), ("[^a]", "b"), ("[]a]", "]"),
    ("[!]a]", "b"), ("[a-]", "-"), ("[[:digit:]]", "7"), ("[[:alpha:]_]", "_"), ("[\\]]", "]"),
    ("\\*", "*"), ("\\\\", "\\"), ("a/*", "a/b"), ("**/foo", "foo"), ("**/foo", "a/b/foo"),
    ("**/a/b", "x/a/b"), ("a/**", "a/b"), ("a/**", "a/b/c"), ("a/**/b", "a/b"), ("a/**/b", "a/x/b"),
    ("a/**/b", "a/x/y/b"), ("a/**/*.c", "a/b/c/d.c"), ("**/a/**/b", "x/a/a/y/b"), ("**", "x"),
    ("a**b", "axxb"), ("***/x", "a/b/x"),
  ])
  func matches(_ pattern: String, _ path: String) {
    #expect(GlobPattern(Array(pattern.utf8)[...])?.matches(Array(path.utf8)[...]) == true)
  }

  @Test(arguments: [
    ("abc", "abcd"), ("*.o", "a.c"), ("a*", "ba"), ("?", ""), ("?", "ab"), ("[abc]", "d"),
    ("[!a]", "a"), ("a/*", "a/b/c"), ("a?b", "a/b"), ("a[/]b", "a/b"), ("a[!x]b", "a/b"),
    ("**/foo", "afoo"), ("a/**", "a"), ("a/**/b", "ab"), ("a/**/b", "a/xb"), ("a**b", "a/b"),
    ("[[:digit:]]", "x"), ("", "a"),
  ])
  func doesNotMatch(_ pattern: String, _ path: String) {
    #expect(GlobPattern(Array(pattern.utf8)[...])?.matches(Array(path.utf8)[...]) == false)
  }

  @Test(arguments: ["[abc", "[", "[]", "a\\", "[[:what:]]"])
  func canMatchNothing(_ pattern: String) {
    #expect(GlobPattern(Array(pattern.utf8)[...]) == nil)
  }

  /// With going back to every star this would take longer than a user waits.
  @Test func manyStarsDoNotBacktrackForEver() {
    let pattern = Array(String(repeating: "**/a*a*", count: 20).utf8) + Array("b".utf8)
    let path = Array(String(repeating: "aaaaaaaaaa/", count: 100).utf8)
    #expect(GlobPattern(pattern[...])?.matches(path[...]) == false)
  }
}
