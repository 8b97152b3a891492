import LibC
import OperatingSystem
import TestSupport
import Testing

@testable import Finder

struct CommandOutputTests {
  private func lines(_ script: String, count: Int = 1_000) throws -> ([String], String?) {
    var output = try CommandOutput(["sh", "-c", script], in: ".")
    var lines: [String] = []
    while let chunk = output.next(count) { lines += (0..<chunk.count).map { chunk.text($0) } }
    return (lines, output.failure)
  }

  @Test(arguments: [
    ("", []), ("echo a", ["a"]), (#"printf 'a b\nc'"#, ["a b", "c"]),
    (#"printf '\n\na\n\n'"#, ["a"]),
    (#"printf 'a\377\n'"#, ["a\\xFF"]), ("echo a; sleep 0.1; echo b", ["a", "b"]),
    ("printf a; sleep 0.1; echo b", ["ab"]), ("cat", []),
  ])
  func linesOfAProgram(_ script: String, _ expected: [String]) throws {
    let (lines, failure) = try lines(script)
    #expect(lines == expected)
    #expect(failure == nil)
  }

  @Test func allOfManyLinesAreRead() throws {
    let (lines, _) = try lines("seq 100000", count: 7)
    #expect(lines == (1...100_000).map { "\($0)" })
  }

  /// Whoever writes no line end does not fill the memory.
  @Test func aLineWithoutEnd() throws {
    let (lines, _) = try lines("head -c 5000000 /dev/zero | tr '\\0' x")
    #expect(lines.count > 1)
    #expect(lines.reduce(0) { $0 + $1.utf8.count } == 5_000_000)
  }

  @Test(arguments: [
    ("echo a; exit 3", "sh -c echo a; exit 3: status 3"),
    ("echo a; kill -9 $$", "sh -c echo a; kill -9 $$: signal 9"),
    ("echo a; exit 127", "sh -c echo a; exit 127: status 127"),
  ])
  func aProgramThatFails(_ script: String, _ failure: String) throws {
    let (lines, found) = try lines(script)
    #expect(lines == ["a"])
    #expect(found == failure)
  }

  /// A person needs to know which it was, and not all of it.
  @Test func aProgramWithManyArguments() throws {
    let (_, failure) = try lines("exit 3; \(String(repeating: "x", count: 1_000))")
    #expect(failure == "sh -c exit 3; \(String(repeating: "x", count: 86))…: status 3")
  }

  @Test func aProgramThatIsNotThere() throws {
    var output = try CommandOutput(["no-such-program"], in: "/")
    #expect(output.next(10) == nil)
    #expect(output.failure == "no-such-program: command not found")
  }

  @MainActor @Test func itRunsInTheFolder() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("only", "")
    var output = try CommandOutput(["ls"], in: folder.path)
    #expect(output.next(10)?.text(0) == "only")
  }

  @MainActor @Test func itMayLieInTheFolder() throws {
    let folder = try TemporaryFolder()
    chmod(try folder.file("own", "#!/bin/sh\necho own\n"), 0o755)
    var output = try CommandOutput(["./own"], in: folder.path)
    #expect(output.next(10)?.text(0) == "own")
  }

  @MainActor @Test func aScriptThatNamesNoInterpreterIsOneOfTheShell() throws {
    let folder = try TemporaryFolder()
    chmod(try folder.file("a script", "echo \"$1\"\n"), 0o755)
    var output = try CommandOutput(["./a script", "b  c"], in: folder.path)
    #expect(output.next(10)?.text(0) == "b  c")
  }

  /// The last writer of the pipe is what the command has left in the background.
  @MainActor @Test func whatAProgramLeavesEndsWithIt() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    let pipe = try #require(Descriptor.openToRead(Array(folder.path("pipe").utf8)))
    defer { pipe.close() }
    let script = "exec 3>pipe; sleep 1000 >/dev/null & echo x"
    var output = try CommandOutput(["sh", "-c", script], in: folder.path)
    while output.next(1) != nil {}
    #expect(output.failure == nil)
    #expect(Poll.wait(for: [Poll.Entry(pipe, .hangUp)], milliseconds: 30_000)[0].isReady)
  }

  /// What it has started ends with it, without a wait.
  @Test func anUnusedProgramIsEnded() throws {
    let script = "echo $$; sleep 1000 & wait"
    var output: CommandOutput? = try CommandOutput(["sh", "-c", script], in: ".")
    let text = try #require(output?.next(1)?.text(0))
    let id = try #require(pid_t(text))
    #expect(kill(id, 0) == 0)
    output = nil
    #expect(kill(id, 0) == -1 && errno == ESRCH)
  }

  @Test(arguments: [
    ([], "."), ([""], "."), (["a\0"], "."), (["ls"], "/no/such/folder"), (["/dev/null"], "."),
  ])
  func aCommandThatCannotRunIsAnError(_ command: [String], _ folder: String) {
    #expect(throws: CommandError.self) { try CommandOutput(command, in: folder) }
  }
}
