/// The exit statuses; those above 63 are from `sysexits.h`.
package enum ExitStatus: CInt {
  case success = 0
  /// A check, an attempt or a start has failed.
  case failure = 1
  /// The command line is invalid.
  case usage = 64
  /// A file has invalid content, such as a transcript.
  case badData = 65
  /// A file cannot be read.
  case noInput = 66
  /// A required program does not work.
  case unavailable = 69
  /// The program itself is faulty, such as its catalog of ViewModels.
  case faulty = 70
  /// The system lacks resources: pipes, processes.
  case noResources = 71
  /// A file, or standard output, cannot be written.
  case cannotWrite = 73
}

/// The reason why a command fails, and its exit status.
package struct CommandFailure: Error, CustomStringConvertible {
  package let status: ExitStatus
  package let description: String

  package init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  /// Runs work whose errors end the process with a status.
  ///
  /// - Parameter name: The subject of the error, if the error does not name it.
  package static func with<Value>(
    _ status: ExitStatus, of name: String? = nil, _ work: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try work()
    } catch {
      throw CommandFailure(status, name.map { "\($0): \(error)" } ?? "\(error)")
    }
  }
}

extension Descriptor {
  /// Writes a command's output. An output without readers, such as `| head`, is not an error.
  ///
  /// - Throws: If there is no space for it.
  package func show(_ text: String) throws(CommandFailure) {
    do {
      try writeAll(text, as: "standard output")
    } catch {
      if !error.isBrokenPipe { throw CommandFailure(.cannotWrite, error.description) }
    }
  }
}
