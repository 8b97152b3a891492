import JSON
import LibC
import OperatingSystem
import TestSupport
import Testing

@testable import HostEngine

/// The sample `lines`, with files that change while they are shown.
@Suite struct LinesTests {
  private let host = TestHost(isVirtual: true)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var state: JSONValue {
    get throws {
      let line = try #require(host.request(2, "viewModel/snapshot", ["id": "l"]).last)
      return try #require(try JSONValue(parsing: line)["result"]?["state"])
    }
  }

  private var lines: [String] {
    get throws {
      guard case .array(let rows)? = try state["lines"]?["items"] else { return [] }
      return rows.compactMap { row in
        if case .string(let text)? = row["text"] { text } else { nil }
      }
    }
  }

  private func total() throws -> JSONValue? { try state["lines"]?["total"] }

  /// Writes a file, and shows it until all of it has been looked through.
  private func show(_ bytes: [UInt8], window: JSONValue = ["limit": 1_000]) async throws -> String {
    let path = folder.path("file")
    try write(bytes, to: path, O_TRUNC)
    let observed: JSONValue = ["output": "lines", "window": window]
    _ = host.request(
      1, "viewModel/create",
      [
        "name": "lines", "id": "l", "parameters": ["path": .string(path)],
        "observe": ["bytes", "indexed", observed],
      ])
    try await settle(bytes.count)
    return path
  }

  /// Lets time pass until so many bytes have been looked through. When the task begins to wait for
  /// that time is not known, so that some time more may be needed.
  private func settle(_ bytes: Int) async throws {
    while try state["indexed"] != .integer(Int64(bytes)) {
      _ = host.advance(milliseconds: 250)
      await Task.yield()
    }
  }

  private func write(_ bytes: [UInt8], to path: String, _ flags: CInt = O_APPEND) throws {
    let file = open(path, O_WRONLY | O_CREAT | flags, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(LibC.write(file, bytes, bytes.count) == bytes.count)
  }

  private func move(to offset: Int, _ limit: Int) {
    _ = host.request(
      3, "viewModel/window",
      [
        "id": "l", "output": "lines", "offset": .integer(Int64(offset)),
        "limit": .integer(Int64(limit)),
      ])
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
    ("a\r\nb\r\n", ["a", "b"]), ("\r", [""]), ("é\n🦉", ["é", "🦉"]), ("\0\u{1}\t\n", ["\0\u{1}\t"]),
  ])
  func whatIsALine(text: String, expected: [String]) async throws {
    _ = try await show(Array(text.utf8))
    #expect(try lines == expected)
    #expect(try total() == .integer(Int64(expected.count)))
    #expect(try state["bytes"] == .integer(Int64(text.utf8.count)))
  }

  @Test func whatIsNotUTF8IsReplaced() async throws {
    _ = try await show([0x61, 0xFF, 0x0A, 0xC3, 0x0A, 0x62])
    #expect(try lines == ["a\u{FFFD}", "\u{FFFD}", "b"])
  }

  /// Places are kept for 64 lines or 64 KiB: each line is found, however long those before it are.
  @Test func everyLineOfManyIsFound() async throws {
    var random = SeededGenerator(seed: 7)
    let lengths = (0..<2_000).map { line in
      line.isMultiple(of: 37) ? Int.random(in: 0...90_000, using: &random) : line % 50
    }
    var bytes: [UInt8] = []
    for (line, length) in lengths.enumerated() {
      bytes += "\(line):".utf8
      bytes += repeatElement(UInt8(ascii: "x"), count: length)
      bytes.append(0x0A)
    }
    _ = try await show(bytes, window: ["limit": 3])
    #expect(try total() == 2_000)
    for offset in 0..<1_998 {
      move(to: offset, 3)
      let expected = (offset..<offset + 3).map { line in
        String("\(line):\(String(repeating: "x", count: lengths[line]))".prefix(4_096))
      }
      #expect(try lines == expected, "from \(offset)")
    }
  }

  /// A cut leaves whole characters.
  @Test(arguments: ["é", "€", "🦉"]) func aLongLineIsCutBetweenCharacters(text: String) async throws
  {
    _ = try await show(Array(("a" + String(repeating: text, count: 5_000) + "\nb").utf8))
    let whole = (4_096 - 1) / text.utf8.count
    #expect(try lines == ["a" + String(repeating: text, count: whole), "b"])
  }

  @Test func aFileThatGrowsIsFollowed() async throws {
    let path = try await show(Array("one\ntw".utf8))
    #expect(try lines == ["one", "tw"])
    try write(Array("o\nthree".utf8), to: path)
    try await settle(13)
    #expect(try lines == ["one", "two", "three"])
    // Past the end stands for the last lines, also while there are more.
    move(to: 1 << 53, 1)
    #expect(try lines == ["three"])
    try write(Array("\nfour\n".utf8), to: path)
    try await settle(19)
    #expect(try lines == ["four"])
  }

  @Test func aFileThatIsCutOffIsReadAgain() async throws {
    let path = try await show(Array(repeating: 0x0A, count: 300_000), window: ["limit": 2])
    try write(Array("new\n".utf8), to: path, O_TRUNC)
    // It is not noticed yet: what is gone has no text.
    move(to: 299_998, 2)
    #expect(try lines == ["", ""])
    try await settle(4)
    #expect(try lines == ["new"])
    try write([], to: path, O_TRUNC)
    try await settle(0)
    #expect(try lines == [])
  }

  /// As an editor does it, between two looks.
  @Test(arguments: [3_000, 2_000, 1_000])
  func aFileThatIsWrittenAgainIsReadAgain(count: Int) async throws {
    let old = Array(String(repeating: "A\n", count: 8_000).utf8)
    let path = try await show(old, window: ["limit": 1])
    #expect(try lines == ["A"])
    try write(Array(String(repeating: "BBBBBBB\n", count: count).utf8), to: path, O_TRUNC)
    while try lines != ["BBBBBBB"] {
      _ = host.advance(milliseconds: 250)
      await Task.yield()
    }
    try await settle(8 * count)
    #expect(try total() == .integer(Int64(count)))
    move(to: count, 1)
    #expect(try lines == ["BBBBBBB"])
  }

  #if os(Linux)
    @Test func aFileWithoutALengthIsRefused() throws {
      let lines = host.request(
        1, "viewModel/create",
        ["name": "lines", "id": "l", "parameters": ["path": "/proc/self/status"]])
      #expect(lines.count == 1)
      #expect(lines.first?.contains("the system does not report its length") == true)
    }
  #endif

  @Test func aNameThatIsNotUTF8() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", #"printf 'text\n' >"$0/$(printf 'a\377b')""#, folder.path])
    child.input.close()
    child.output.close()
    _ = child.wait()
    let path = JSONValue.string(folder.path(#"a\xFFb"#))
    _ = host.request(
      1, "viewModel/create", ["name": "lines", "id": "l", "parameters": ["path": path]])
    try await settle(5)
    #expect(try lines == ["text"])
  }

  @Test func aPipeIsNotWaitedFor() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let path = folder.path("pipe")
    let lines = host.request(
      1, "viewModel/create",
      ["name": "lines", "id": "l", "parameters": ["path": .string(path)]])
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\(path): it is a pipe, not a file") == true)
  }
}
