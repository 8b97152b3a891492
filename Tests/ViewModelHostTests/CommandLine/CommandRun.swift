import Testing

@testable import ViewModelHost

/// What a built host printed, and how it ended.
struct CommandRun {
  let output: String
  let errors: String
  let end: ChildProcess.End

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - name: `viewmodel-host` or `example-host`.
  ///   - arguments: what stands behind the name.
  ///   - input: what it reads from standard input; it must fit into a pipe.
  ///   - environment: what is set beside what the tests have: `NAME=value`.
  ///   - prelude: what the shell that starts it does before.
  init(
    _ name: String, _ arguments: [String], input: String = "", environment: [String] = [],
    after prelude: String = ":"
  ) throws {
    Process.ignoreBrokenPipes()
    let folder = try TemporaryFolder()
    // The shell leads standard error into a file; all three streams in one process could wait for each other.
    let script = #"errors=$1; shift; \#(prelude); exec env "$@" 2>"$errors""#
    let errors = folder.path("errors")
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", script, "sh", errors] + environment + [HostProcess.path(name)] + arguments)
    try? child.input.writeAll(input, as: "the host")
    child.input.close()
    output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    end = child.wait()
    self.errors = String(decoding: try Files.read(errors), as: UTF8.self)
  }
}

/// A folder that is removed with the last reference to it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "mktemp -d"])
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    _ = child.wait()
    path = try #require(output.split(separator: "\n").first.map(String.init))
  }

  deinit {
    guard let child = try? ChildProcess("/bin/rm", ["-r", path]) else { return }
    child.input.close()
    child.output.close()
    _ = child.wait()
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    try Files.write(text, to: path(name))
    return path(name)
  }

  /// The content of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(path(name)), as: UTF8.self)
  }
}

/// Where things are in the repository.
nonisolated enum Repository {
  static func path(_ path: String) -> String { "/\(root)/\(path)" }

  /// Three folders up from this file's.
  private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
}
