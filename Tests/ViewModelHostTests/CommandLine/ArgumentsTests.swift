import Testing

@testable import ViewModelHost

/// The option parser.
@Suite struct ArgumentsTests {
  enum Size: String, CaseIterable { case small, large }

  @Test func eachPartTakesWhatItKnows() throws {
    var arguments = Arguments([
      "replay", "a", "--update", "--size", "large", "--count=3", "b", "--", "--c", "-",
    ])
    let word = arguments.word()
    #expect(word == "replay")
    let (isUpdate, isUpdateStill) = (arguments.flag("--update"), arguments.flag("--update"))
    #expect(isUpdate && !isUpdateStill)
    let size = try arguments.choice("--size", of: Size.self)
    #expect(size == .large)
    let (count, other) = (try arguments.number("--count"), try arguments.value("--other"))
    #expect(count == 3 && other == nil)
    let rest = try arguments.rest()
    #expect(rest == ["a", "b", "--c", "-"])
    try arguments.end()
  }

  @Test func anOptionIsNoWord() {
    var arguments = Arguments(["--help", "list"])
    let before = arguments.word()
    #expect(before == nil)
    let (isHelp, word) = (arguments.flag("--help"), arguments.word())
    #expect(isHelp && word == "list")
  }

  @Test(arguments: [
    (["--uses", "a=b", "x", "--uses=c=d"], ["a=b", "c=d"]), (["--uses="], [""]), ([], []),
    // A value may look like an option.
    (["--uses", "--uses"], ["--uses"]),
    (["--user", "a"], []),
  ])
  func anOptionMayHaveSeveralValues(list: [String], values: [String]) throws {
    var arguments = Arguments(list)
    let found = try arguments.values("--uses")
    #expect(found == values)
  }

  @Test(arguments: [
    (["--size", "medium"], "--size: expected one of small, large, found medium"),
    (["--size"], "--size needs a value"),
    (["--size", "small", "--size=large"], "--size is given twice"),
    (["--count", "0"], "--count: expected a whole number above 0, found 0"),
    (["--count", "-1"], "--count: expected a whole number above 0, found -1"),
    (["--count", "many"], "--count: expected a whole number above 0, found many"),
    (["--count", "10"], "--count: expected at most 9, found 10"),
    (["--count="], "--count: expected a whole number above 0, found "),
    (["NAME", "--bogus"], "There is no option --bogus here"),
    (["NAME", "-v"], "There is no option -v here"),
    ([], "Which NAME?"),
    (["a", "b"], "Only one NAME is expected, found b too"),
  ])
  func whatMakesNoSenseIsAnError(list: [String], message: String) throws {
    var arguments = Arguments(list)
    let error = try #require(throws: UsageError.self) {
      _ = try arguments.choice("--size", of: Size.self)
      _ = try arguments.number("--count", upTo: 9)
      _ = try arguments.only("NAME")
    }
    #expect(error.description == message)
  }

  @Test func nothingMayBeLeft() throws {
    var arguments = Arguments(["more"])
    let error = try #require(throws: UsageError.self) { try arguments.end() }
    #expect(error.description == "Nothing more is expected, found more")
  }
}
