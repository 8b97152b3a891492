import JSON
import Testing

@testable import HostTools
@testable import ViewModelHost

/// What a user types in `play`.
@Suite struct TypedLineTests {
  @Test(arguments: [
    ("", []), ("   ", []), ("a  b\tc ", ["a", "b", "c"]),
    (#"say "two words" x"#, ["say", #""two words""#, "x"]),
    (#"say "a \" b" x"#, ["say", #""a \" b""#, "x"]),
    (
      #"add {"id": 1, "t": "} ]"} [1, [2, 3]] 4"#,
      ["add", #"{"id": 1, "t": "} ]"}"#, "[1, [2, 3]]", "4"]
    ),
    (#"say text="two words" n=1"#, ["say", #"text="two words""#, "n=1"]),
    (#"say text={"a": 1}"#, ["say", #"text={"a": 1}"#]),
    // Inside of a word they are nothing special.
    (#"say 5" wide it's a[0 x"#, ["say", "5\"", "wide", "it's", "a[0", "x"]),
    // What is not closed extends to the end.
    (#"say "two words"#, ["say", #""two words"#]),
  ])
  func wordsAreSplitOutsideOfJSON(line: String, words: [String]) {
    #expect(TypedLine.words(of: line) == words)
  }

  @Test(
    arguments: [
      ("", .nothing), ("?", .help), ("help", .help), ("state", .state), ("quit", .quit),
      ("tap", .input(instance: nil, name: "tap", words: [])),
      ("tap 1 2", .input(instance: nil, name: "tap", words: ["1", "2"])),
      ("form.rename Ada", .input(instance: "form", name: "rename", words: ["Ada"])),
      // Even the name of a command.
      ("form.quit", .input(instance: "form", name: "quit", words: [])),
      (#"tap "a"#, .unclosed("\"")), ("try tap [1, {}", .unclosed("[")),
      // Inside of a word, and in words for people, they are nothing special.
      (#"tap 5" a[0"#, .input(instance: nil, name: "tap", words: ["5\"", "a[0"])),
      (#"! "no"#, .refuse(#""no"#)),
      ("from.rename Ada", .input(instance: nil, name: "from.rename", words: ["Ada"])),
    ] as [(String, TypedLine)])
  func aLineIsACommandOrAnInput(line: String, meaning: TypedLine) {
    #expect(TypedLine(line, instances: ["form", "example.preview"]) == meaning)
  }

  @Test(arguments: [
    ("", nil),
    ("1", "[1]"),
    ("1 two", #"[1,"two"]"#),
    // A string is wanted, and no quotes are typed.
    ("1 2", #"[1,"2"]"#),
    ("1 null", #"[1,"null"]"#),
    (#"1 "2""#, #"[1,"2"]"#),
    ("1e2 2", #"[100,"2"]"#),
    ("[1,2] x", #"[[1,2],"x"]"#),
    ("text=two n=1", #"{"text":"two","n":1}"#),
    ("text= n=1", #"{"text":"","n":1}"#),
    // What has no name fills what is left.
    ("text=two 1", #"{"text":"two","n":1}"#),
    ("n=1 two", #"{"n":1,"text":"two"}"#),
    // The name of no argument is a part of the word.
    ("1 a=b", #"[1,"a=b"]"#),
    (#"1 "txet=b""#, #"[1,"txet=b"]"#),
    ("1 x==text=b", #"[1,"x==text=b"]"#),
  ])
  func wordsAreArguments(text: String, json: String?) throws {
    let words = TypedLine.words(of: text)
    let arguments = try TypedLine.arguments(words, of: "add", for: Self.arguments)
    #expect(arguments?.description == json)
  }

  @Test(arguments: [
    ("txet=b", "add has no argument txet; did you mean text?"),
    (#"1 txet="a b""#, "add has no argument txet; did you mean text?"),
    ("1 Text=b", "add has no argument Text; did you mean text?"),
    ("n=1 n=2", "n is given twice"),
    // Such numbers are none of JSON, and no string is wanted.
    ("NaN 2", "n: expected an integer, found NaN, which is not JSON"),
    ("n=-Infinity", "n: expected an integer, found -Infinity, which is not JSON"),
    ("1e400", "n: expected an integer, found 1e400, which is not JSON"),
    ("one 2", "n: expected an integer, found one, which is not JSON"),
    (
      "1 two 3",
      "there are too many arguments: add takes only n, text; a text with blanks stands in double quotes"
    ),
    (
      "n=1 two 3",
      "there are too many arguments: add takes only n, text; a text with blanks stands in double quotes"
    ),
  ])
  func whatIsSurelyAMistakeIsAnError(text: String, message: String) {
    let error = #expect(throws: ArgumentFault.self) {
      try TypedLine.arguments(TypedLine.words(of: text), of: "add", for: Self.arguments)
    }
    #expect(error?.description == message)
  }

  @Test func aListIsOneArgument() {
    let error = #expect(throws: ArgumentFault.self) {
      try TypedLine.arguments(
        ["1", "2"], of: "sum",
        for: [["name": "of", "schema": ["type": "array", "items": ["type": "integer"]]]])
    }
    #expect(
      error?.description
        == "there are too many arguments: sum takes only of; a list is one argument: sum [1,2]")
  }

  /// Where a string may be wanted, it is for the host to say what else it has to be.
  @Test(
    arguments: [
      ([:], "NaN", "NaN"), (["type": ["number", "string"]], "NaN", "NaN"),
      (["enum": ["on", "off"]], "of", "of"), (["type": ["number", "null"]], "NaN", nil),
    ] as [(JSONValue, String, String?)])
  func aWordIsAStringWhereOneMayBeWanted(schema: JSONValue, word: String, value: String?) {
    let arguments: [JSONValue] = [["name": "n", "schema": schema]]
    let found = try? TypedLine.arguments([word], of: "add", for: arguments)
    #expect(found == value.map { [.string($0)] })
  }

  private static let arguments: [JSONValue] = [
    ["name": "n", "schema": ["type": "integer"]], ["name": "text", "schema": ["type": "string"]],
  ]
}
