import LibC
import OperatingSystem
import TestSupport
import Testing

@testable import Finder

@MainActor struct FileInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func input(_ path: String, _ format: LineFormat = LineFormat()) throws -> FileInput {
    try FileInput(Array(path.utf8), format)
  }

  private func lines(_ input: FileInput, count: Int = 1_000) -> [String] {
    var input = input
    var lines: [String] = []
    while let chunk = input.next(count) { lines += (0..<chunk.count).map { chunk.text($0) } }
    return lines
  }

  /// As fzf reads them: an empty line is one, but not what is behind the last line end.
  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n\na\n\n", ["", "", "a", ""]), ("a\0b\n", ["a\0b"]),
  ])
  func linesOfAFile(_ text: String, _ expected: [String]) throws {
    #expect(lines(try input(try folder.file("file", text))) == expected)
  }

  @Test func candidatesThatEndWithNUL() throws {
    let path = try folder.file("file", "a\nb\0\0c")
    #expect(lines(try input(path, LineFormat(endsWithNUL: true))) == ["a\nb", "", "c"])
  }

  @Test func manyLinesOfAFile() throws {
    let path = try folder.file("file", (1...50_000).map { "\($0)\n" }.joined())
    #expect(lines(try input(path), count: 7) == (1...50_000).map { "\($0)" })
  }

  /// They come as they are written, also when it is still empty.
  @Test func aPipeWithAName() async throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let opened = try input(path)
    let reading = Task.detached {
      var input = opened
      var lines: [String] = []
      while let chunk = input.next(1) { lines += (0..<chunk.count).map { chunk.text($0) } }
      return lines
    }
    let writer = try #require(Descriptor.open(path, O_WRONLY))
    for line in ["one\n", "tw", "o\n", "end"] {
      try writer.writeAll(line, as: "pipe")
      Poll.nap(milliseconds: 20)
    }
    writer.close()
    #expect(await reading.value == ["one", "two", "end"])
  }

  @Test func aDescriptorOfTheProcess() throws {
    let (reading, writing) = try Descriptor.pipe()
    defer { reading.close() }
    try writing.writeAll("a\nb", as: "pipe")
    writing.close()
    #expect(lines(try input("/dev/fd/\(reading.raw)")) == ["a", "b"])
    #expect(reading.isOpen)
  }

  @Test func nobodyWaitsForACancelledTask() async throws {
    let (reading, writing) = try Descriptor.pipe()
    let opened = try input("/dev/fd/\(reading.raw)")
    let task = Task.detached {
      var input = opened
      return input.next(1) == nil
    }
    task.cancel()
    #expect(await task.value)
    reading.close()
    writing.close()
  }

  @Test(arguments: [
    ("/no/such/file", "/no/such/file: No such file or directory"),
    ("/", "/: it is a folder, not a file"),
    ("", "file must be a path, without NUL"), ("a\0", "file must be a path, without NUL"),
    ("/dev/fd/99999", "/dev/fd/99999: Bad file descriptor"),
  ])
  func aFileThatCannotBeReadIsAnError(_ path: String, _ message: String) {
    let error = #expect(throws: FileInputError.self) { try input(path) }
    #expect(error?.description == message)
  }
}
