/// Why nothing more is written, and how the process ends then.
struct CommandFailure: Error {
  /// The numbers are those of `sysexits.h`.
  enum Status: CInt {
    /// The command line makes no sense.
    case usage = 64
    /// What was read is not a contract.
    case badData = 65
    /// A file cannot be read.
    case noInput = 66
    /// A host gives no contract.
    case unavailable = 69
    /// A file, or standard output, cannot be written.
    case cannotWrite = 73
  }

  let status: Status
  let description: String

  init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }
}
