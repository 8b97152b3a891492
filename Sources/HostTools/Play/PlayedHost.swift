import HostProtocol
import JSON
import OperatingSystem
import ViewModelHost

/// A host that was started to be played.
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

  /// What it says first when it goes on with a session: the line, and the instances that there are, each
  /// `{id, name, revision, state}`; `nil` when it has ended instead, and said why on its standard error.
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
