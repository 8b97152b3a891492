import OperatingSystem
import TestSupport
import Testing

/// What is joined is found again.
struct PlainTextTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func partsAreFoundAgain(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for separator in ["\n", ", ", "](", "\\u0020"] {
      for _ in 0..<100 {
        let parts = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
          String((0..<Int.random(in: 0..<4, using: &random)).map { _ in "aé\"" }.joined())
        }
        let text = parts.joined(separator: separator)
        #expect(
          text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
            == parts)
        #expect(
          text.split(separator: separator).map(String.init) == parts.filter { !$0.isEmpty })
        #expect(text.contains(separator) == (parts.count > 1))
      }
    }
  }

  @Test func whatRepeatsItselfIsFoundWhereItBegins() {
    #expect("aaa".split(separator: "aa", omittingEmptySubsequences: false) == ["", "a"])
    #expect("aaab".contains("aab") && !"aaab".contains("ba") && "".contains(""))
    #expect("bab".split(separator: "ab", omittingEmptySubsequences: false) == ["b", ""])
  }
}
