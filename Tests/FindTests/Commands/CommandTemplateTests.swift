import Testing

@testable import Find

/// Placeholders, as fzf's manual page has them.
struct CommandTemplateTests {
  private func command(
    _ template: String, selected: [String] = [], query: String = "q", delimiter: String? = nil,
    current: String? = "one  two\tthree "
  ) -> String? {
    var values = CommandTemplate.Values(query: query, delimiter: delimiter)
    values.current = current.map { .init(number: 7, text: $0) }
    values.selected = selected.enumerated().map { .init(number: $0.offset, text: $0.element) }
    return CommandTemplate(template).command(values)
  }

  @Test(arguments: [
    ("cat {}", "cat 'one  two\tthree '"), ("echo {n}", "echo '7'"), ("grep {q} x", "grep 'q' x"),
    ("x {1}", "x 'one'"), ("x {2..}", "x 'two\tthree'"), ("x {-1}", "x 'three'"),
    ("x {s1}", "x 'one  '"), ("x {1,3}", "x 'one  three'"), ("x {9}", "x ''"),
    ("x {..}", "x 'one  two\tthree'"), (#"x \{} {y} {"#, "x {} {y} {"), ("plain", "plain"),
    ("awk '{print}'", "awk '{print}'"),
  ])
  func placeholdersAreFilledIn(template: String, expected: String) {
    #expect(command(template) == expected)
  }

  @Test func theShellSeesNothingInTexts() {
    #expect(command("cat {}", current: "it's $(x)") == #"cat 'it'\''s $(x)'"#)
  }

  @Test func selectedLinesAreWordsOfTheirOwn() {
    #expect(command("rm {+}", selected: ["a b", "c"]) == "rm 'a b' 'c'")
    #expect(command("rm {+1} {+n}", selected: ["a b", "c d"]) == "rm 'a' 'c' '0' '1'")
    #expect(command("rm {+}") == "rm 'one  two\tthree '")
  }

  @Test func fieldsEndWithTheirDelimiter() {
    #expect(command("x {1} {2} {2..}", delimiter: ":", current: "a:b:c") == "x 'a' 'b' 'b:c'")
    #expect(command("x {s1}", delimiter: ":", current: "a:b") == "x 'a:'")
  }

  @Test func withoutALineThereIsNoCommandUnlessItIsAboutTheQuery() {
    #expect(command("cat {}", current: nil) == nil)
    #expect(command("cat {} {q}", current: nil) == "cat  'q'")
    #expect(command("ls", current: nil) == "ls")
  }
}
