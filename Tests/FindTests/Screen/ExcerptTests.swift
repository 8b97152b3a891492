import Testing

@testable import Find

/// What is shown of lines that are longer than their rows. Expected is what stays, written out.
struct ExcerptTests {
  private func shown(
    _ text: String, _ width: Int, matched: [Range<Int>] = [], tail: Int? = nil
  ) -> String {
    let cells = Cell.cells(text, matched: matched, tabStop: 4)
    let excerpt = Excerpt(cells, width: width, ellipsis: 1, tail: tail)
    return excerpt.line(of: cells, ellipsis: "…", .plain, match: .plain).text
  }

  @Test func aLineThatFitsIsShown() {
    #expect(shown("0123456789", 10) == "0123456789")
    #expect(shown("", 3) == "")
  }

  @Test func theStartOrWhatMatchesLast() {
    #expect(shown("0123456789", 6) == "01234…")
    #expect(shown("0123456789", 6, matched: [3..<5]) == "01234…")
    #expect(shown("0123456789", 6, matched: [5..<7]) == "…3456…")
    #expect(shown("0123456789", 6, matched: [9..<10]) == "…56789")
  }

  @Test func theNameOfAFileAndWhatMatchesBefore() {
    #expect(shown("one/two/three/name", 12, tail: 13) == "…/three/name")
    #expect(shown("one/two/three/name", 12, matched: [4..<6], tail: 13) == "one/tw…/name")
    #expect(shown("one/two/three/name", 10, matched: [4..<6], tail: 13) == "…/tw…/name")
  }

  @Test func wideCharactersAndTabsTakeTheirColumns() {
    #expect(shown("日本語", 5) == "日本…")
    #expect(shown("日本語", 4) == "日…")
    #expect(shown("a\tb", 5) == "a   b")
  }

  @Test func marksBelongToTheirLetters() {
    let cells = Cell.cells("e\u{301}x", matched: [2..<3], tabStop: 4)
    #expect(cells.map(\.text) == ["e\u{301}", "x"])
    #expect(cells.map(\.isMatched) == [false, true])
  }
}
