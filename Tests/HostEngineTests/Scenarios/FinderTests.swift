import JSON
import LibC
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

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
    guard case .array(let rows)? = state?["matches"] else { return [] }
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
    #expect(state?["matches"] == [["id": 1, "text": "readme.md", "ranges": [[0, 1], [7, 8]]]])
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

  @Test func acceptingNothing() async throws {
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
      (["limit": 0], "limit must be from 1 to 10000"),
      (["previewLines": -1], "previewLines must be from 0 to 1000"),
      (["folder": "/no/such/folder"], "/no/such/folder: No such file or directory"),
      (["folder": ""], "folder must be a path, without NUL"),
    ] as [(JSONValue, String)])
  func badParameters(_ parameters: JSONValue, _ message: String) throws {
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
