import HostEngine
import OperatingSystem
import TestSupport
import Testing

@testable import HostTools
@testable import ViewModelHost

/// What a built host printed, and how it ended.
nonisolated struct CommandRun {
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

/// Where things are in the repository.
nonisolated enum Repository {
  static func path(_ path: String) -> String { "/\(root)/\(path)" }

  /// Three folders up from this file's.
  private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
}
