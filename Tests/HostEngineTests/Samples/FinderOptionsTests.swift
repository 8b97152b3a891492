import JSON
import LibC
import OperatingSystem
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine
@testable import SampleViewModels

/// What a frontend in place of fzf asks a finder for.
///
/// One after the other: here whoever waits for a pipe or a program keeps one of few threads from
/// the searches.
@Suite(.serialized) struct FinderOptionsTests {
  private let host = TestHost()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var state: JSONValue? {
    host.request(2, "viewModel/snapshot", ["id": "f"]).compactMap { line in
      (try? JSONValue(parsing: line))?["result"]?["state"]
    }.first
  }

  private func values(_ output: String, _ member: String) -> [JSONValue] {
    let list = output == "matches" ? state?["matches"]?["items"] : state?[output]
    guard case .array(let rows)? = list else { return [] }
    return rows.compactMap { $0[member] }
  }

  private var texts: [JSONValue] { values("matches", "text") }

  @discardableResult
  private func create(_ parameters: JSONValue) async -> [String] {
    let lines = host.request(
      1, "viewModel/create", ["name": "finder", "id": "f", "parameters": parameters])
    await settle()
    return lines
  }

  private func settle() async {
    while state?["isSearching"] == true { _ = await host.nextTurn() }
  }

  private func query(_ text: String) async {
    _ = host.input("f", "query", ["text": .string(text)])
    await settle()
  }

  private func events(_ lines: [String]) -> JSONValue? {
    lines.first.flatMap { try? JSONValue(parsing: $0)["params"]?["updates"]?[0]?["events"] }
  }

  /// Each as `fzf OPTION --filter QUERY` prints it of the same lines.
  @Test(
    arguments: [
      ([:], "ac", ["ac", "abc"]),
      (["exact": true], "ac", ["ac"]),
      (["exact": true], "'ac", ["ac", "abc"]),
      (["case": "respect"], "B", ["B"]),
      (["case": "ignore"], "B", ["B", "é/b/x y", "abc"]),
      (["literal": true], "e", []),
      (["literal": false], "e", ["é/b/x y"]),
      (["sort": false], "ac", ["abc", "ac"]),
      (["tac": true], "", ["é/b/x y", "B", "ac", "abc"]),
      (["tiebreak": ["index"]], "a", ["abc", "ac"]),
      (["tiebreak": ["length", "index"]], "a", ["ac", "abc"]),
      (["nth": "2", "delimiter": "/"], "b", ["é/b/x y"]),
      (["nth": "-1"], "y", ["é/b/x y"]),
      (["nth": "-1"], "x", []),
    ] as [(JSONValue, String, [JSONValue])])
  func theOptionsFindWhatFzfFinds(_ options: JSONValue, _ query: String, _ expected: [JSONValue])
    async
  {
    await create(["lines": ["abc", "ac", "B", "é/b/x y"], "options": options])
    await self.query(query)
    #expect(texts == expected)
  }

  @Test(
    arguments: [
      (["tiebreak": ["length", "length"]], "tiebreak must have length only once"),
      (["tiebreak": ["index", "length"]], "tiebreak must have index at the end"),
      (["nth": "0"], "nth must be as 1, -1, 2.., 1..3 or .., with commas between"),
      (["nth": "1", "delimiter": ""], "delimiter must not be empty"),
      (["case": "no"], "case: expected"),
    ] as [(JSONValue, String)])
  func wrongOptionsAreRefused(_ options: JSONValue, _ message: String) async {
    let lines = await create(["lines": ["a"], "options": options])
    #expect(lines.contains { $0.contains(message) }, "\(lines)")
  }

  @Test func linesOfAFile() async throws {
    let path = try folder.file("file", "b\n\na\\x41\n")
    await create(["file": .string(path)])
    #expect(texts == ["b", "", "a\\x5Cx41"])
    #expect(state?["preview"] == .null)
  }

  @Test func candidatesThatEndWithNUL() async throws {
    let path = try folder.file("file", "a\nb\0c")
    await create(["file": .string(path), "options": ["zero": true]])
    #expect(texts == ["a\nb", "c"])
  }

  /// They are shown as they come, while the pipe is still open.
  @Test func linesOfAPipe() async throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    _ = host.request(
      1, "viewModel/create",
      ["name": "finder", "id": "f", "parameters": ["file": .string(path)]])
    let writer = try #require(Descriptor.open(path, O_WRONLY))
    try writer.writeAll("one\n", as: path)
    while texts != ["one"] { _ = await host.nextTurn() }
    #expect(state?["isSearching"] == true)
    try writer.writeAll("two", as: path)
    writer.close()
    await settle()
    #expect(texts == ["one", "two"])
  }

  @Test func aFileThatDoesNotExistIsRefused() async {
    let lines = await create(["file": "/no/such/file"])
    #expect(lines.contains { $0.contains("/no/such/file: No such file or directory") })
  }

  /// A host that is restricted to a folder reads no other file, and starts nothing.
  @Test func aRestrictedHost() async throws {
    _ = try folder.file("in", "a")
    let catalog = Catalog { FinderViewModel.entry("finder", .within(folder.path)) }
    let host = TestHost(catalog: catalog)
    func create(_ parameters: JSONValue) -> [String] {
      host.request(1, "viewModel/create", ["name": "finder", "parameters": parameters])
    }
    for path in ["/etc/passwd", "/dev/stdin", "../x", "none"] {
      let lines = create(["file": .string(path)])
      #expect(lines.contains { $0.contains("there is no such file in this host's folder") })
    }
    #expect(create(["command": ["ls"]]).contains { $0.contains("this host runs no commands") })
    _ = host.request(
      1, "viewModel/create", ["name": "finder", "id": "f", "parameters": ["file": "in"]])
    let reload = host.request(
      3, "viewModel/call",
      ["id": "f", "input": "reload", "arguments": ["command": ["ls"]]])
    #expect(reload.contains { $0.contains("this host runs no commands") }, "\(reload)")
  }

  @Test func stylesOfRows() async {
    await create([
      "lines": ["\u{1B}[31mréd\u{1B}[m x", "plain"], "options": ["ansi": true],
    ])
    #expect(
      state?["matches"]?["items"] == [
        ["id": 0, "text": "réd x", "ranges": [], "styles": [[0, 3, "31"]]],
        ["id": 1, "text": "plain", "ranges": [], "styles": []],
      ])
    await query("d")
    let accepted = events(host.input("f", "accept"))
    #expect(accepted == [["event": "accepted", "value": ["réd x"]]])
  }

  @Test func aStepPastAnEnd() async {
    await create(["lines": ["a", "b", "c"], "options": ["cycle": true]])
    for (by, index) in [(-1, 2), (1, 0), (5, 2), (2, 2), (1, 0), (-2, 0)] as [(Int64, Int64)] {
      _ = host.input("f", "move", ["by": .integer(by)])
      #expect(state?["index"] == .integer(index))
    }
    await query("x")
    _ = host.input("f", "move", ["by": 1])
    #expect(state?["index"] == 0)
  }

  /// The row that was seen counts, not the one that is there by now.
  @Test func rowsById() async {
    await create(["lines": ["a", "b", "ab"]])
    _ = host.input("f", "query", ["text": "b"])
    _ = host.input("f", "toggle", ["id": 2])
    _ = host.input("f", "toggle", ["id": 0])
    _ = host.input("f", "toggle", ["id": 2])
    #expect(state?["selected"] == [["id": 0, "text": "a"]])
    _ = host.input("f", "toggle", ["id": 0])
    await settle()
    let accepted = host.input("f", "accept", ["id": 0])
    #expect(events(accepted) == [["event": "accepted", "value": ["a"]]])
    let unknown = host.input("f", "accept", ["id": 3])
    #expect(events(unknown) == [["event": "error", "value": "there is no candidate 3"]])
    #expect(events(host.input("f", "toggle", ["id": -1])) != nil)
    _ = host.input("f", "toggle", ["id": 1])
    let chosen = host.input("f", "accept", ["id": 0])
    #expect(events(chosen) == [["event": "accepted", "value": ["b"]]])
  }

  @Test func allRowsAreSelectedAndDeselected() async {
    await create(["lines": ["a", "b", "ab", "c"]])
    _ = host.input("f", "toggle", ["id": 3])
    await query("b")
    _ = host.input("f", "toggle")
    _ = host.input("f", "selectAll")
    #expect(values("selected", "text") == ["c", "b", "ab"])
    _ = host.input("f", "toggle", ["id": 1])
    _ = host.input("f", "toggleAll")
    #expect(values("selected", "text") == ["c", "b"])
    _ = host.input("f", "deselectAll")
    #expect(values("selected", "text") == ["c"])
  }

  /// What is typed just before counts.
  @Test func allRowsOfWhatIsTyped() async {
    await create(["lines": ["a", "b", "ab"]])
    _ = host.input("f", "query", ["text": "a"])
    _ = host.input("f", "selectAll")
    await settle()
    #expect(values("selected", "text") == ["a", "ab"])
  }

  @Test func notTooManyAreChosen() async throws {
    let path = try folder.file("file", (0..<100_002).map { "\($0)\n" }.joined())
    _ = host.request(
      1, "viewModel/create",
      [
        "name": "finder", "id": "f", "parameters": ["file": .string(path)],
        "observe": ["isSearching", "total"],
      ])
    while state?["total"] != 100_002 { _ = await host.nextTurn() }
    let lines = host.input("f", "selectAll")
    #expect(
      events(lines) == [
        ["event": "error", "value": "no more than 100000 rows can be chosen: the others are not"]
      ])
    #expect(events(host.input("f", "toggle", ["id": 100_001])) != nil)
    _ = host.input("f", "toggle", ["id": 0])
    #expect(events(host.input("f", "toggle", ["id": 100_001])) == nil)
  }

  @Test func sortingIsSwitched() async {
    await create(["lines": ["abc", "ac"]])
    await query("ac")
    #expect(texts == ["ac", "abc"])
    _ = host.input("f", "sort", ["isOn": false])
    await settle()
    #expect(texts == ["abc", "ac"])
    _ = host.input("f", "sort", ["isOn": true])
    await settle()
    #expect(texts == ["ac", "abc"])
  }

  @Test func reloadReplacesTheCandidates() async throws {
    _ = try folder.file("one", "")
    await create(["lines": ["one", "two"], "folder": .string(folder.path)])
    await query("o")
    _ = host.input("f", "toggle")
    _ = host.input("f", "reload", ["command": ["sh", "-c", "ls; echo no; echo x"]])
    await settle()
    #expect(state?["selected"] == [])
    #expect(state?["candidates"] == 3)
    #expect(state?["foundQuery"] == "o")
    #expect(
      state?["matches"]?["items"] == [
        ["id": 2, "text": "one", "ranges": [[0, 1]]], ["id": 3, "text": "no", "ranges": [[1, 2]]],
      ])
    // An id of before is none of another candidate.
    #expect(
      events(host.input("f", "accept", ["id": 0]))
        == [["event": "error", "value": "there is no candidate 0"]])
    #expect(
      events(host.input("f", "accept", ["id": 3])) == [["event": "accepted", "value": ["no"]]])
    let refused = host.input("f", "reload", ["command": []])
    #expect(refused.contains { $0.contains("command must name a program") })
    #expect(texts == ["one", "no"])
  }

  /// What a command still writes is no candidate any more, and the command is ended.
  @Test func aCommandThatIsReplaced() async {
    _ = host.request(
      1, "viewModel/create",
      [
        "name": "finder", "id": "f",
        "parameters": ["command": ["sh", "-c", "echo a; sleep 1000; echo b"]],
      ])
    while texts != ["a"] { _ = await host.nextTurn() }
    _ = host.input("f", "reload", ["command": ["echo", "c"]])
    await settle()
    #expect(texts == ["c"])
  }

  @Test func theQueryOfTheRows() async {
    await create(["lines": ["a", "b"]])
    #expect(state?["foundQuery"] == "")
    _ = host.input("f", "query", ["text": "b"])
    await settle()
    #expect(state?["foundQuery"] == "b")
    // The same to look for, but another text.
    await query("b ")
    #expect(texts == ["b"])
    #expect(state?["foundQuery"] == "b ")
    await query("x")
    #expect(state?["foundQuery"] == "x")
  }
}
