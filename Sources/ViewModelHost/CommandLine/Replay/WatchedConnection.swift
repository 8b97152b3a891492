import OperatingSystem
import Transcripts

/// A connection to a host in this process. If the host does not answer, the process cannot
/// continue: it exits with status 1, and prints the line.
package nonisolated final class WatchedConnection<Base: HostConnection>: HostConnection {
  private let base: Base
  private let seconds: Int

  package init(_ base: Base, seconds: Int) {
    self.base = base
    self.seconds = seconds
  }

  package func exchange(_ line: String) -> HostAnswer { exchange(line, before: []) }

  package func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer {
    Alarm.set(seconds: seconds, "no answer within \(seconds) s to \(line)\n")
    defer { Alarm.cancel() }
    return base.exchange(line, before: next)
  }

  package func finish() -> HostAnswer {
    Alarm.set(seconds: seconds, "the host does not end within \(seconds) s\n")
    defer { Alarm.cancel() }
    return base.finish()
  }
}
