import Testing

@testable import Finder

struct StyleReaderTests {
  /// What fzf 0.38 prints of such lines with `--ansi`.
  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[m plain", "red plain"),
    ("\u{1B}[1;38;5;200ma\u{1B}[0Kb", "ab"),
    ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}]0;title\u{7}x", "x"),
    ("\u{1B}(Bx\u{E}y\u{F}z", "xyz"),
    ("ab\u{8}c", "ac"), ("é\u{8}c", "c"), ("\u{8}c", "\u{8}c"),
    ("\u{1B}éx", "x"), ("\u{1B}[31x", ""), ("\u{1B}[31", "31"), ("x\u{1B}", "x\u{1B}"),
    ("\u{1B}[38;2;1;2;3mx", "x"), ("\u{1B}[?25lx", "x"), ("\u{1B}[>1mx", ">1mx"),
  ])
  func texts(_ text: String, _ shown: String) {
    var reader = StyleReader()
    #expect(String(decoding: reader.read(Array(text.utf8)).text, as: UTF8.self) == shown)
  }

  @Test(
    arguments: [
      ("\u{1B}[31mab\u{1B}[mc", [("ab", "31")]),
      ("a\u{1B}[1mb\u{1B}[4mc\u{1B}[22md\u{1B}[0me", [("b", "1"), ("c", "1;4"), ("d", "4")]),
      ("\u{1B}[31;1;44mab\u{1B}[39mc\u{1B}[49;0md", [("ab", "1;31;44"), ("c", "1;44")]),
      ("\u{1B}[38;5;200ma\u{1B}[48;2;1;2;3mb", [("a", "38;5;200"), ("b", "38;5;200;48;2;1;2;3")]),
      ("\u{1B}[38:5:9ma\u{1B}[97;107mb", [("a", "38;5;9"), ("b", "97;107")]),
      // The same again is no other part, and what is no colour is none.
      (
        "\u{1B}[31ma\u{1B}[31mb\u{1B}[38;5;256mc\u{1B}[38;5md\u{1B}[;1me",
        [("ab", "31"), ("e", "1")]
      ),
      ("\u{1B}[31m\u{1B}[32m\u{1B}[ma", []),
    ] as [(String, [(String, String)])])
  func escapeSequencesBecomeStyles(_ text: String, _ parts: [(String, String)]) {
    var reader = StyleReader()
    let (shown, found) = reader.read(Array(text.utf8))
    #expect(found.map { String(decoding: shown[$0.bytes], as: UTF8.self) } == parts.map(\.0))
    #expect(found.map(\.style.parameters) == parts.map(\.1))
  }

  @Test func aStyleContinuesInTheNextText() {
    var reader = StyleReader()
    _ = reader.read(Array("\u{1B}[7ma".utf8))
    let (_, parts) = reader.read(Array("b\u{1B}[27mc".utf8))
    #expect(parts.map(\.bytes) == [0..<1])
  }

  /// In Unicode scalars, and of the text as it is shown.
  @Test(arguments: [
    (Array("日\u{1B}[1m本x\u{1B}[mé".utf8), "日本xé", 1..<3),
    ([0xFF] + Array("\u{1B}[1mé".utf8), "\\xFF\\xC3\\xA9", 4..<12),
    (Array("é\\x41\u{1B}[1mb".utf8), "é\\x5Cx41b", 8..<9),
  ])
  func positionsAreCountedInUnicodeScalars(_ text: [UInt8], _ shown: String, _ range: Range<Int>) {
    var builder = CandidateChunkBuilder()
    var reader: StyleReader? = StyleReader()
    builder.append(text, &reader)
    let chunk = builder.finish()
    #expect(chunk.text(0) == shown)
    #expect(chunk.styles(0) == [StyledRange(range: range, parameters: "1")])
  }
}
