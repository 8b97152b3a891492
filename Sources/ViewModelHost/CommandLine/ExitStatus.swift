/// How the process ends; the numbers above 63 are those of `sysexits.h`.
package nonisolated enum ExitStatus: CInt {
  case success = 0
  /// A transcript is not as expected, a ViewModel could not be created, or the host that `play` started has crashed.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// A file is not a transcript.
  case badData = 65
  /// A file cannot be read.
  case noInput = 66
  /// A ViewModel's author has made a mistake.
  case faulty = 70
  /// The system does not give what is needed: pipes, processes.
  case noResources = 71
  /// A file, or standard output, cannot be written.
  case cannotWrite = 73
}

/// Why a command cannot do its work, and how the process ends then.
package nonisolated struct CommandFailure: Error, CustomStringConvertible {
  package let status: ExitStatus
  package let description: String

  package init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
