/// How a process ends; the numbers above 63 are those of `sysexits.h`.
package enum ExitStatus: CInt {
  case success = 0
  /// What was checked is not as it should be, or what was tried or started has failed.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// A file is not what it should be, such as a transcript.
  case badData = 65
  /// A file cannot be read.
  case noInput = 66
  /// A program that is needed does not do its work.
  case unavailable = 69
  /// Who wrote what the program is made of has made a mistake.
  case faulty = 70
  /// The system does not give what is needed: pipes, processes.
  case noResources = 71
  /// A file, or standard output, cannot be written.
  case cannotWrite = 73
}

/// Why a command cannot do its work, and how the process ends then.
package struct CommandFailure: Error, CustomStringConvertible {
  package let status: ExitStatus
  package let description: String

  package init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  /// Does what ends the process with a status if it fails.
  ///
  /// - Parameter name: what the error is of, where it does not say so itself.
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
  /// Writes what a command has to say. When nobody reads it any more, as behind `| head`, nobody misses it either.
  ///
  /// - Throws: when there is no room for it.
  package func show(_ text: String) throws(CommandFailure) {
    do {
      try writeAll(text, as: "standard output")
    } catch {
      if !error.isBrokenPipe { throw CommandFailure(.cannotWrite, error.description) }
    }
  }
}
