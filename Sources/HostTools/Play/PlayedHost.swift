import HostProtocol
import JSON
import OperatingSystem
import ViewModelHost

/// A started host.
struct PlayedHost {
  let process: ChildProcess
  let errors: HostErrors
  let input: LineSender
  let output: LineReader

  init(_ options: [String]) throws {
    (process, errors) = try HostErrors.start(Process.executable, options)
    input = LineSender(process.input)
    output = LineReader(process.output)
  }

  /// Reads the first line of a host that resumes a session.
  ///
  /// - Returns: the line, and the open instances, each `{id, name, revision, state}`; `nil` when
  ///   the host has ended instead. It has written the reason to its standard error.
  func resumed() throws -> (line: String, opened: [JSONValue])? {
    while true {
      if let line = output.next() {
        let message = try JSONValue(parsing: line)
        return (line, message["params"]?.list("opened") ?? [])
      }
      guard !output.hasEnded else { break }
      output.read()
    }
    _ = process.wait()
    errors.finish()
    return nil
  }
}
