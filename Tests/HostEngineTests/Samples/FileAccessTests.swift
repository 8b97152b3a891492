import JSON
import LibC
import SampleViewModels
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// A host that shows the files of one folder, and one file beside that folder.
@Suite struct FileAccessTests {
  private let host: TestHost
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.file("secret", "secret")
    for path in ["shown", "shown2"] { try #require(mkdir(folder.path(path), 0o700) == 0) }
    _ = try folder.file("shown/a", "text of a")
    _ = try folder.file("shown2/b", "text of b")
    symlink("../secret", folder.path("shown/out"))
    symlink("a", folder.path("shown/in"))
    host = TestHost(catalog: Catalog.files(.within(folder.path("shown"))))
  }

  private func create(_ name: String, _ parameters: JSONValue) async -> JSONValue? {
    let lines = host.request(
      1, "viewModel/create", ["name": .string(name), "id": "f", "parameters": parameters])
    return lines.compactMap { try? JSONValue(parsing: $0) }.first
  }

  private var state: JSONValue? {
    host.request(2, "viewModel/snapshot", ["id": "f"]).compactMap { line in
      (try? JSONValue(parsing: line))?["result"]?["state"]
    }.first
  }

  private func reason(_ answer: JSONValue?) -> String {
    answer?["error"].map { $0.text("message") } ?? ""
  }

  @Test func filesAreFoundInTheFolder() async {
    _ = await create("finder", [:])
    while state?["isSearching"] == true { _ = await host.nextTurn() }
    let rows = state?["matches"]?.list("items").map { $0.text("text") }
    #expect(rows == ["a", "in", "out"])
  }

  @Test func noProgramIsRun() async {
    #expect(
      reason(await create("finder", ["command": ["ls"]])).hasSuffix(
        "command: this host runs no commands"))
  }

  @Test(arguments: ["", "/..", "2", "/../shown2", "/out"])
  func aFolderOutsideIsRefused(_ end: String) async throws {
    let path = end.isEmpty ? "/" : folder.path("shown") + end
    #expect(
      reason(await create("finder", ["folder": .string(path)])).hasSuffix(
        "\(path): there is no such file in this host's folder"))
  }

  /// Lines that a frontend gives can be any paths.
  @Test(
    arguments: [
      ("a", ["text of a"], nil), ("in", ["text of a"], nil),
      ("../shown/a", ["text of a"], nil),
      ("../secret", [], "there is no such file in this host's folder"),
      ("out", [], "there is no such file in this host's folder"),
    ] as [(String, [String], String?)])
  func aPreviewShowsOnlyFilesOfTheFolder(_ line: String, _ lines: [String], _ message: String?)
    async
  {
    _ = await create("finder", ["folder": .string(folder.path("shown")), "lines": [.string(line)]])
    while state?["preview"]?.isNull != false { _ = await host.nextTurn() }
    #expect(state?["preview"]?["lines"] == .array(lines.map { .string($0) }))
    #expect(state?["preview"]?["message"]?.stringValue == message)
  }

  @Test func aFileIsShown() async {
    let answer = await create("lines", ["path": .string(folder.path("shown/in"))])
    #expect(answer?["result"]?["state"]?["bytes"] == 9)
  }

  /// From the folder on, wherever the host was started.
  @Test func aRelativePath() async {
    #expect(await create("lines", ["path": "a"])?["result"]?["state"]?["bytes"] == 9)
  }

  @Test func aRelativePathThatLeadsOut() async {
    #expect(reason(await create("lines", ["path": "../secret"])).contains("there is no such file"))
  }

  /// Nothing says whether there is anything outside.
  @Test(arguments: [
    "secret", "shown/out", "shown/../secret", #"shown/\x2E\x2E/secret"#, "shown2/b", "nothing",
    "shown/nothing",
  ])
  func aFileOutsideIsRefused(_ name: String) async {
    let message = reason(await create("lines", ["path": .string(folder.path(name))]))
    #expect(message.hasSuffix("there is no such file in this host's folder"), "\(message)")
  }
}
