import JSON
import Testing

struct JSONPointerTests {
  private static let document: JSONValue = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
    " ": 7,
    "m~n": 8,
  ]

  /// RFC 6901, section 5.
  @Test(
    arguments: [
      ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
      ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8), ("", document),
    ] as [(String, JSONValue)]
  )
  func findsTheExamplesOfTheRFC(text: String, value: JSONValue) throws {
    let pointer = try JSONPointer(text)
    #expect(Self.document[pointer] == value)
    #expect(pointer.description == text)
    #expect(try JSONPointer(pointer.description) == pointer)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/-1", "/foo/+1", "/foo/1e0", "/foo/ 1", "/foo/٠",
    "/foo/",
    "/foo/18446744073709551616", "/foo/0/x", "/bar", "//", "/a~1b/c",
  ])
  func findsNothing(text: String) throws {
    #expect(Self.document[try JSONPointer(text)] == nil)
  }

  @Test(arguments: [
    ("", ""), ("/a", "a"), ("/items/3/id", "items[3].id"), ("/3/0", "[3][0]"), ("/a b/c", "a b.c"),
    ("/a~1b/-/01", "a/b.-.01"),
  ])
  func spellsOutThePath(text: String, path: String) throws {
    #expect(try JSONPointer(text).path == path)
  }

  /// `~1` is looked for before `~0` (section 4), so that `~01` is `~1`.
  @Test(arguments: [
    ("", []), ("/", [""]), ("//", ["", ""]), ("/~01", ["~1"]), ("/~10", ["/0"]), ("/~0~1", ["~/"]),
    ("/a/b", ["a", "b"]), ("/é/😀", ["é", "😀"]), ("/a/", ["a", ""]),
  ])
  func unescapes(text: String, tokens: [String]) throws {
    #expect(try JSONPointer(text).tokens == tokens)
    #expect(JSONPointer(tokens: tokens).description == text)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "/~/", " /", "#/a"])
  func rejects(text: String) {
    #expect(throws: JSONPointerError.self) { try JSONPointer(text) }
  }

  @Test func keysAreComparedByCodeUnits() throws {
    let composed = JSONPointer(tokens: ["\u{E9}"])
    let decomposed = JSONPointer(tokens: ["e\u{301}"])
    #expect(composed != decomposed)
    #expect(JSONValue.object(["\u{E9}": 1])[decomposed] == nil)
  }

  @Test func appends() {
    let pointer = JSONPointer().appending("a/b").appending(0)
    #expect(pointer.description == "/a~1b/0")
  }
}
