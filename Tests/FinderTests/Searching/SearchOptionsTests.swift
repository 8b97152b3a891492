import Testing

@testable import Finder

struct SearchOptionsTests {
  @Test(
    arguments: [
      (["length"], [.length]), (["index"], []), ([], []),
      (["end", "begin", "chunk", "index"], [.end, .begin, .chunk]),
    ] as [([String], [SearchOptions.Tiebreak])])
  func tiebreaksAreReadByTheirNames(_ names: [String], _ tiebreaks: [SearchOptions.Tiebreak]) throws
  {
    var options = SearchOptions()
    try options.setTiebreaks(names)
    #expect(options.tiebreaks == tiebreaks)
  }

  @Test(arguments: [
    ["size"], ["length", "length"], ["index", "length"], ["index", "index"],
    ["length", "chunk", "begin", "end"],
  ])
  func wrongTiebreaksAreRejected(_ names: [String]) {
    var options = SearchOptions()
    #expect(throws: SearchOptionError.self) { try options.setTiebreaks(names) }
    #expect(options == SearchOptions())
  }

  /// As fzf has them: white space belongs to the field before it, a delimiter too.
  @Test(arguments: [
    ("1", nil, ["a "]), ("2..", nil, ["bc \td"]), ("-1", nil, ["d"]), ("3,1", nil, ["d", "a "]),
    ("..", nil, [" a bc \td"]), ("1..-1", nil, [" a bc \td"]),
    ("..,2", nil, ["a bc \td", "bc \t"]),
    ("..-2", nil, ["a bc \t"]), ("2..3", nil, ["bc \td"]), ("4", nil, []), ("-4", nil, []),
    ("3..2", nil, []),
    ("-9..2", nil, ["a bc \t"]), ("1", "c", [" a bc"]), ("2", "c", [" \td"]), ("-1", "d", []),
    ("1", "xy", [" a bc \td"]),
  ])
  func fieldsAreSelectedByTheirNumbers(_ nth: String, _ delimiter: String?, _ parts: [String])
    throws
  {
    let fields = try FieldSelection(nth, delimiter: delimiter)
    let text = Array(" a bc \td".utf8)
    let found = text.withUnsafeBufferPointer { bytes in
      fields.parts(of: bytes).map { String(decoding: text[$0], as: UTF8.self) }
    }
    #expect(found == parts)
  }

  /// As fzf's `--with-nth` shows them: without white space at the end, and before the first word.
  @Test(
    arguments: [
      ("2", "bc"), ("3,1", "da"), ("..", "a bc \td"), ("-1,..2", "da bc"), ("1,9", "a"), ("9", ""),
      ("3,9,1", "da"),
    ])
  func onlyTheFieldsOfWithNthAreShown(_ withNth: String, _ shown: String) throws {
    let styles = [StyledRange(range: 1..<5, parameters: "31")]
    let found = try FieldSelection(withNth).shown(of: " a bc \td", styles)
    #expect(found.text == shown)
    #expect(try FieldSelection(withNth).shown(of: " a bc \td") == shown)
    for style in found.styles { #expect(style.range.upperBound <= shown.unicodeScalars.count) }
  }

  @Test func stylesMoveWithFields() throws {
    let styles = [StyledRange(range: 1..<4, parameters: "31")]
    let found = try FieldSelection("2,1", delimiter: "/").shown(of: "éa/bc", styles)
    #expect(found.text == "bcéa/")
    #expect(
      found.styles == [
        StyledRange(range: 0..<1, parameters: "31"), StyledRange(range: 3..<5, parameters: "31"),
      ])
  }

  @Test(arguments: [
    "", "0", "a", "1,", "1..0", "...", "1...2", "+1", "1..2..3", "--1", "99999999999999999999",
  ])
  func wrongFieldsAreRejected(_ nth: String) {
    #expect(throws: SearchOptionError.self) { try FieldSelection(nth) }
    #expect(throws: SearchOptionError.self) { try FieldSelection("1", delimiter: "") }
  }

  /// Positions are in the whole text, whatever part of it is looked at.
  @Test func rangesInFields() throws {
    var options = SearchOptions()
    options.fields = try FieldSelection("2", delimiter: "/")
    #expect(Query("a", options).highlights(in: "aé/ba/a") == [4..<5])
    #expect(Query("a !x", options).highlights(in: "x/a") == [2..<3])
    #expect(Query("x", options).highlights(in: "x/a") == [])
  }

  /// The last of two equal matches counts where the end decides.
  @Test(arguments: [("ab", 5..<7), ("'ab", 5..<7), ("b", 6..<7)])
  func theLastMatch(_ query: String, _ range: Range<Int>) throws {
    var options = SearchOptions()
    try options.setTiebreaks(["end"])
    #expect(Query(query, options).highlights(in: "xab xab") == [range])
    try options.setTiebreaks(["begin", "end"])
    let first = range.lowerBound - 4..<range.upperBound - 4
    #expect(Query(query, options).highlights(in: "xab xab") == [first])
  }

  @Test(arguments: [
    ("abc", ["exact abc"]), ("'abc", ["fuzzy abc"]), ("!abc", ["not exact abc"]),
    ("!'abc", ["not fuzzy abc"]),
    ("^abc", ["prefix abc"]), ("abc$", ["suffix abc"]),
  ])
  func inAnExactSearchAQuoteMakesATermFuzzy(_ text: String, _ terms: [String]) {
    var options = SearchOptions()
    options.isExact = true
    let found = Query(text, options).conditions.flatMap { $0 }.map { term in
      let text = String(String.UnicodeScalarView(term.characters.compactMap(Unicode.Scalar.init)))
      return "\(term.isNegated ? "not " : "")\(term.kind) \(text)"
    }
    #expect(found == terms)
  }

  @Test func caseAndMarks() async throws {
    func finds(_ query: String, _ text: String, _ change: (inout SearchOptions) -> Void) -> Bool {
      var options = SearchOptions()
      change(&options)
      return !Query(query, options).highlights(in: text).isEmpty
    }
    #expect(!finds("a", "A") { $0.caseMode = .respect })
    #expect(finds("A", "a") { $0.caseMode = .ignore })
    #expect(!finds("A", "a") { $0.caseMode = .smart })
    #expect(finds("e", "é") { _ in })
    #expect(!finds("e", "é") { $0.isLiteral = true })
    #expect(finds("é", "É") { $0.isLiteral = true })
  }
}
