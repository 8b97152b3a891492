import Testing

@testable import HostTools

@Suite struct PageTests {
  private func page(_ text: String) -> Page { Page(text) { "\($0)\nand more\n" } }

  @Test func whatStandsInABlockIsReplaced() {
    let old = """
      # A page

      <!-- draw 003-04 -->

      ```text
      old
      lines
      ```

      <!-- compare foos --only 003 -->
      Text goes on.
      """
    let new = """
      # A page

      <!-- draw 003-04 -->

      ```text
      draw 003-04
      and more
      ```

      <!-- compare foos --only 003 -->

      ```text
      compare foos --only 003
      and more
      ```
      Text goes on.
      """
    #expect(page(old).text == new)
    // Once more changes nothing.
    #expect(page(new).text == new)
  }

  @Test func aBlockThatIsNotToChangeStays() {
    let text = "<!-- stream retry -->\n\n```text\nold\n```\n"
    #expect(Page(text) { $0 == .stream("retry") ? nil : "new\n" }.text == text)
    #expect(page(text).text.contains("stream retry\nand more\n"))
  }

  @Test(arguments: [
    "", "\n", "<!-- a comment -->\n```text\nx\n```\n", "<!-- draw -->\n", "<!-- draw a b -->\n",
    "text <!-- draw a -->\n", "```text\nx\n```\n",
  ])
  func everythingElseStaysAsItIs(text: String) {
    #expect(page(text).text == text)
  }

  @Test func picturesAreFoundByTheirEnding() {
    let text = "![a](one.svg) [a link](two.md) ![b](three.png)\n![c](a/four.svg), ![d](five.svg"
    #expect(page(text).pictures == ["one", "a/four"])
  }
}
