import JSON
import LibC
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine
@testable import SampleViewModels

/// The finder with files of a real folder, and its work on other threads.
@Suite struct FinderTests {
  private let host = TestHost()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var state: JSONValue? {
    host.request(2, "viewModel/snapshot", ["id": "f"]).compactMap { line in
      (try? JSONValue(parsing: line))?["result"]?["state"]
    }.first
  }

  private var texts: [String] {
    guard case .array(let rows)? = state?["matches"]?["items"] else { return [] }
    return rows.compactMap { row in
      if case .string(let text)? = row["text"] { text } else { nil }
    }
  }

  private func create(_ parameters: JSONValue = [:]) async -> [String] {
    var parameters = parameters
    if case .object(var object) = parameters {
      object["folder"] = .string(folder.path)
      parameters = .object(object)
    }
    let lines = host.request(
      1, "viewModel/create", ["name": "finder", "id": "f", "parameters": parameters])
    await settle()
    return lines
  }

  /// Waits until nothing is searched for any more.
  private func settle() async {
    while state?["isSearching"] == true { _ = await host.nextTurn() }
  }

  private func query(_ text: String) async {
    _ = host.input("f", "query", ["text": .string(text)])
    await settle()
  }

  @Test func filesAreFoundWhileOneTypes() async throws {
    for name in ["readme.md", "rest", "other"] { _ = try folder.file(name, "") }
    _ = await create()
    #expect(texts == ["other", "readme.md", "rest"])
    #expect(state?["candidates"] == 3)
    await query("r")
    #expect(texts == ["rest", "readme.md", "other"])
    await query("rm")
    #expect(texts == ["readme.md"])
    #expect(state?["total"] == 1)
    // The positions of r and m: the d of "readme" is skipped, as is what is between.
    #expect(
      state?["matches"] == [
        "total": 1, "offset": 0,
        "items": [["id": 1, "text": "readme.md", "ranges": [[0, 1], [7, 8]]]],
      ])
    await query("")
    #expect(texts == ["other", "readme.md", "rest"])
  }

  @Test func onlyTheLastOfManyQueriesCounts() async throws {
    for name in ["a", "b", "ab"] { _ = try folder.file(name, "") }
    _ = await create()
    for text in ["a", "b", "zz", "a", "!a"] {
      _ = host.input("f", "query", ["text": .string(text)])
    }
    await settle()
    #expect(texts == ["b"])
  }

  /// Rows outside of the window are not sent, and the current row may be any.
  @Test func aWindowOnManyMatches() async throws {
    let lines = (0..<20_000).map { JSONValue.string("line \($0)") }
    let observed: JSONValue = ["output": "matches", "window": ["offset": 0, "limit": 2]]
    _ = host.request(
      1, "viewModel/create",
      [
        "name": "finder", "id": "f", "parameters": ["lines": .array(lines)],
        "observe": ["isSearching", "index", "total", observed],
      ])
    await settle()
    #expect(texts == ["line 0", "line 1"])
    _ = host.input("f", "move", ["by": 15_000])
    #expect(state?["index"] == 15_000)
    _ = host.request(
      3, "viewModel/window", ["id": "f", "output": "matches", "offset": 14_999, "limit": 2])
    #expect(texts == ["line 14999", "line 15000"])
    #expect(events(host.input("f", "accept")) == [["event": "accepted", "value": ["line 15000"]]])
    await query("19$")
    #expect(state?["index"] == 0)
    #expect(state?["total"] == 200)
  }

  /// Whether few or many were found before, and whether the user types on or not: the rows are
  /// those of the query.
  @Test func whatWasFoundBeforeDoesNotMatter() async throws {
    let names = (0..<400).map { "\($0 % 10 == 0 ? "ab" : "b")\($0 % 7 == 0 ? "c" : "")\($0)" }
    func create(_ query: String) async -> [String] {
      _ = host.request(9, "viewModel/dispose", ["id": "f"])
      _ = host.request(
        1, "viewModel/create",
        ["name": "finder", "id": "f", "parameters": ["lines": .array(names.map { .string($0) })]])
      await self.query(query)
      return texts
    }
    var expected: [String: [String]] = [:]
    for query in ["b", "bc", "a", "ab", "abc", "abc1"] { expected[query] = await create(query) }
    #expect(expected["abc1"]?.isEmpty == false)
    #expect(expected["ab"]?.count == 40)
    for query in ["b", "bc", "b", "a", "ab", "abc", "abc1", "ab", "b"] {
      await self.query(query)
      #expect(texts == expected[query])
    }
  }

  /// The row to which the user has gone stays current while better ones are found.
  @Test func theCurrentRowStaysWhileMoreAreFound() async throws {
    _ = host.send(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"#
        + #""capabilities":{"services":["lines"]}}}"#)
    _ = host.request(1, "viewModel/create", ["name": "finder", "id": "f"])
    _ = host.input("f", "query", ["text": "a"])
    func answer(_ lines: String, next: String) async {
      let services = host.session.services
      while services.openCount == 0 || services.hasUnsentCalls { _ = await host.nextTurn() }
      let id = next == "2" ? "service-1" : "service-2"
      _ = host.send(
        #"{"jsonrpc":"2.0","id":"\#(id)","result":{"lines":[\#(lines)],"nextPage":\#(next)}}"#)
    }
    await answer(#""xa","xxa""#, next: "2")
    while texts.count < 2 { _ = await host.nextTurn() }
    _ = host.input("f", "move", ["by": 1])
    await answer(#""a""#, next: "null")
    await settle()
    #expect(texts == ["a", "xa", "xxa"])
    #expect(state?["index"] == 2)
  }

  @Test func acceptingBeforeItIsFound() async throws {
    for name in ["a", "b"] { _ = try folder.file(name, "") }
    _ = await create()
    let start = #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":"#
    var lines = host.send(
      #"[\#(start)"query","arguments":{"text":"b"}}},\#(start)"accept"}}]"#)
    while !lines.contains(where: { $0.contains("events") }) { lines = await host.nextTurn() }
    #expect(lines.contains { $0.contains(#"[{"event":"accepted","value":["b"]}]"#) })
  }

  /// What is typed on at once is for the rows of the query, not for those that are still there.
  @Test func choosingBeforeItIsFound() async throws {
    for name in ["a", "b1", "b2", "b3"] { _ = try folder.file(name, "") }
    _ = await create()
    func input(_ rest: String) -> String {
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"f","input":\#(rest)}}"#
    }
    func query(_ text: String) -> String { input(#""query","arguments":{"text":"\#(text)"}"#) }
    let (toggle, move) = (input(#""toggle""#), input(#""move","arguments":{"by":2}"#))
    _ = host.send("[\(query("b")),\(toggle),\(move),\(toggle)]")
    await settle()
    #expect(state?["selected"] == [["id": 1, "text": "b1"], ["id": 3, "text": "b3"]])
    // Who types on has meant no row.
    _ = host.send("[\(query("c")),\(toggle),\(query("1"))]")
    await settle()
    #expect(texts == ["b1"])
    #expect(state?["selected"] == [["id": 1, "text": "b1"], ["id": 3, "text": "b3"]])
  }

  /// A command without end is ended.
  @Test func thereAreNotTooManyCandidates() async throws {
    let catalog = Catalog { FinderViewModel.entry("finder", .unrestricted, candidateLimit: 5_000) }
    let host = TestHost(catalog: catalog)
    var lines = host.request(
      1, "viewModel/create",
      ["name": "finder", "id": "f", "parameters": ["command": ["yes"]], "observe": ["candidates"]])
    while !lines.contains(where: { $0.contains("too many candidates") }) {
      lines = await host.nextTurn()
    }
    #expect(lines.contains { $0.contains(#""event":"error","value":"there are too many"#) })
  }

  @Test func aQueryIsNotTooLong() async throws {
    _ = await create(["lines": ["a", "b"]])
    let filler = String(repeating: " ", count: 4_095)
    // The last letter is the first that does not count.
    let lines = host.input("f", "query", ["text": .string("a\(filler)b")])
    #expect(lines.contains { $0.contains(#""event":"error","value":"the query is too long"#) })
    await settle()
    #expect(texts == ["a"])
  }

  @Test func aCommandRunsInTheFolder() async throws {
    _ = try folder.file("a", "head of a")
    _ = try folder.file("b", "")
    _ = await create(["command": ["sh", "-c", "ls; echo no such file"]])
    #expect(texts == ["a", "b", "no such file"])
    await settle { $0 == 0 }
    #expect(state?["preview"]?["lines"] == ["head of a"])
  }

  @Test func movingStopsAtTheEnds() async throws {
    for name in ["a", "b", "c"] { _ = try folder.file(name, "") }
    _ = await create()
    for (by, index) in [(1, 1), (5, 2), (Int64.max, 2), (-1, 1), (Int64.min, 0)] {
      _ = host.input("f", "move", ["by": .integer(by)])
      #expect(state?["index"] == .integer(Int64(index)))
    }
    await query("nothing")
    _ = host.input("f", "move", ["by": 1])
    #expect(state?["index"] == 0)
  }

  @Test func acceptingWhatIsCurrentOrChosen() async throws {
    for name in ["a", "b", "c"] { _ = try folder.file(name, "") }
    _ = await create()
    _ = host.input("f", "move", ["by": 1])
    #expect(events(host.input("f", "accept")) == [["event": "accepted", "value": ["b"]]])
    _ = host.input("f", "toggle")
    _ = host.input("f", "move", ["by": -1])
    _ = host.input("f", "toggle")
    #expect(state?["selected"] == [["id": 1, "text": "b"], ["id": 0, "text": "a"]])
    #expect(events(host.input("f", "accept")) == [["event": "accepted", "value": ["b", "a"]]])
    _ = host.input("f", "toggle")
    #expect(state?["selected"] == [["id": 1, "text": "b"]])
    await query("nothing")
    _ = host.input("f", "toggle")
    #expect(state?["selected"] == [["id": 1, "text": "b"]])
  }

  @Test func withoutARowAcceptAndToggleDoNothing() async throws {
    _ = await create()
    #expect(host.input("f", "accept") == [])
    #expect(host.input("f", "toggle") == [])
  }

  @Test func theHeadOfTheCurrentFile() async throws {
    _ = try folder.file("a", "one\r\ntwo\nthree\nfour")
    _ = try folder.file("b", "zero \0")
    _ = await create(["previewLines": 2])
    await settle { $0 == 0 }
    #expect(
      state?["preview"]
        == ["id": 0, "lines": ["one", "two"], "isTruncated": true])
    _ = host.input("f", "move", ["by": 1])
    await settle { $0 == 1 }
    #expect(state?["preview"]?["lines"] == [])
    #expect(state?["preview"]?["message"] == "The file is binary")
    await query("nothing")
    #expect(state?["preview"] == .null)
  }

  /// What a terminal would obey is shown as a picture of it.
  @Test func aPreviewIsSafeToShow() async throws {
    _ = try folder.file("a", "\u{1B}[2J\u{7F}\tx\r\n\u{9B}1m\u{202E}abc\u{2028}é\u{200F}\u{61C}")
    _ = await create()
    await settle { $0 == 0 }
    #expect(
      state?["preview"]?["lines"]
        == ["\u{241B}[2J\u{2421}\tx", "\u{FFFD}1m\u{FFFD}abc\u{FFFD}é\u{FFFD}\u{FFFD}"])
  }

  @Test func aFileThatHasGone() async throws {
    _ = try folder.file("a", "text")
    _ = try folder.file("b", "text")
    _ = await create()
    unlink(folder.path("b"))
    _ = host.input("f", "move", ["by": 1])
    await settle { $0 == 1 }
    #expect(state?["preview"]?["message"] == "No such file or directory")
  }

  @Test(
    arguments: [
      (["command": []], "command must name a program"),
      (["command": ["a\0b"]], "command must be without NUL"),
      (
        ["command": ["true"], "folder": "/no/such/folder"],
        "/no/such/folder: No such file or directory"
      ),
      (["previewLines": -1], "previewLines must be from 0 to 1000"),
      (["folder": "/no/such/folder"], "/no/such/folder: No such file or directory"),
      (["folder": ""], "folder must be a path, without NUL"),
    ] as [(JSONValue, String)])
  func wrongParametersAreRefused(_ parameters: JSONValue, _ message: String) throws {
    let lines = host.request(
      1, "viewModel/create", ["name": "finder", "parameters": parameters])
    let error = try JSONValue(parsing: #require(lines.first))["error"]
    #expect(error?["code"] == -32006)
    #expect("\(error ?? .null)".contains(message))
  }

  /// Waits until the preview is that of a candidate.
  private func settle(_ isDone: (JSONValue?) -> Bool) async {
    while !isDone(state?["preview"]?["id"]) { _ = await host.nextTurn() }
  }

  private func events(_ lines: [String]) -> JSONValue? {
    lines.first.flatMap { try? JSONValue(parsing: $0)["params"]?["updates"]?[0]?["events"] }
  }
}
