import OperatingSystem

/// What a built program printed, and how it ended.
package struct CommandRun {
  package let output: String
  package let errors: String
  package let end: ChildProcess.End

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - name: the name of a program that is built beside the tests.
  ///   - arguments: what stands behind the name.
  ///   - input: what it reads from standard input; it must fit into a pipe.
  ///   - environment: what is set beside what the tests have: `NAME=value`.
  ///   - prelude: what the shell that starts it does before.
  package init(
    _ name: String, _ arguments: [String], input: String = "", environment: [String] = [],
    after prelude: String = ":"
  ) throws {
    Process.ignoreBrokenPipes()
    let folder = try TemporaryFolder()
    // The shell leads standard error into a file; all three streams in one process could wait for
    // each other.
    let script = #"errors=$1; shift; \#(prelude); exec env "$@" 2>"$errors""#
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", script, "sh", folder.path("errors")] + environment + [HostProcess.path(name)]
        + arguments)
    try? child.input.writeAll(input, as: name)
    child.input.close()
    output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    end = child.wait()
    errors = try folder.text("errors")
  }
}
