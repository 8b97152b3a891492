import Testing

@testable import HostTools

/// The Swift file that doc comments are written into.
@Suite struct DocCommentsFileTests {
  private static let texts = [
    "viewModels/b": "Says \"hello\".\n\nThen \"\"\"ends\"\"\".", "viewModels/a": "A path C:\\#(x).",
    "$defs/App.C": "#\"##\"", "services/ü": "{\n}",
  ]

  @Test func itHasALineForEachText() {
    let lines = DocCommentsFile.text(Self.texts).split(separator: "\n")
    #expect(
      lines.suffix(7) == [
        "{",
        ###""$defs/App.C": "#\"##\"","###,
        ###""services/ü": "{\n}","###,
        ###""viewModels/a": "A path C:\\#(x).","###,
        ###""viewModels/b": "Says \"hello\".\n\nThen \"\"\"ends\"\"\".""###,
        "}",
        "\"\"\"##)",
      ])
    #expect(DocCommentsFile.text(Self.texts) == DocCommentsFile.text(Self.texts))
  }

  @Test func whatIsWrittenIsRead() {
    #expect(DocCommentsFile.texts(in: DocCommentsFile.text(Self.texts)) == Self.texts)
    #expect(DocCommentsFile.texts(in: DocCommentsFile.text([:])) == [:])
    for other in ["", "{\n", "let a = 1", "}{\n"] {
      #expect(DocCommentsFile.texts(in: other) == [:])
    }
  }

  /// `\#(` is an interpolation in a raw string with one mark.
  @Test(arguments: [("a", 1), ("#", 1), (###"\#(a)"###, 2), (###"\##(a)"###, 3), (###"\\"###, 1)])
  func nothingIsAnEscape(text: String, marks: Int) {
    let opening = String(repeating: "#", count: marks) + "\"\"\""
    #expect(DocCommentsFile.text(["a": text]).contains("DocComments(\n\(opening)\n"))
  }

  /// The first text would be an interpolation of something unknown, if one mark less stood there.
  @Test func swiftReadsIt() throws {
    #expect(try Listing("DocComments.swift", DocCommentsFile.text(Self.texts)).compiled() == [])
  }
}
