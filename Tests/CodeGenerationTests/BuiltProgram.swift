import OperatingSystem
import TestSupport

/// What a built program printed, and how it ended.
struct BuiltProgram {
  let output: String
  let errors: String
  let end: ChildProcess.End

  /// Runs a program that is built beside the tests.
  ///
  /// - Parameter input: what it reads from standard input; it must fit into a pipe.
  init(_ name: String, _ arguments: [String], input: String = "") throws {
    Process.ignoreBrokenPipes()
    let folder = try TemporaryFolder()
    let errors = folder.path("errors")
    // The shell leads standard error into a file; both streams in one process could wait for each other.
    let script = #"errors=$1; shift; exec "$@" 2>"$errors""#
    let child = try ChildProcess(
      "/bin/sh", ["-c", script, "sh", errors, Self.path(name)] + arguments)
    try? child.input.writeAll(input, as: name)
    child.input.close()
    output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    end = child.wait()
    self.errors = try folder.text("errors")
  }

  static func path(_ name: String) -> String {
    let folder = Process.executable.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(name)"
  }
}
