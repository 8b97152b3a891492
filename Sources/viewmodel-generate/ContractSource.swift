import Contracts
import OperatingSystem
import JSON

/// Where a contract comes from.
enum ContractSource {
  /// A file; `-` is standard input.
  case file(String)
  /// A program and its arguments. `schema` is added.
  case host([String])

  /// What an error is told of.
  var name: String {
    switch self {
    case .file(let path): path == "-" ? "standard input" : path
    case .host(let command): "\(command.joined(separator: " ")) schema"
    }
  }

  /// - Parameter names: the ViewModels that a host is asked for, so that a mistake in another one does no harm; all when
  ///   there are none.
  /// - Returns: the contract, and whether the host has left ViewModels out in which there are mistakes.
  func read(
    _ names: [String]
  ) throws(CommandFailure) -> (contract: Contract, isPartial: Bool) {
    let (bytes, isPartial) = try bytes(names)
    let contract = try CommandFailure.with(.badData, of: name) {
      try Contract(reading: JSONValue(parsing: bytes))
    }
    return (contract, isPartial)
  }

  private func bytes(
    _ names: [String]
  ) throws(CommandFailure) -> (bytes: [UInt8], isPartial: Bool) {
    switch self {
    case .file("-"): return (Descriptor.standardInput.readAll(), false)
    case .file(let path):
      return (try CommandFailure.with(.noInput) { try Files.read(path) }, false)
    case .host(let command): return try output(of: command + ["schema"] + names)
    }
  }

  /// What a program prints. What it writes to standard error is seen.
  private func output(
    of command: [String]
  ) throws(CommandFailure) -> (bytes: [UInt8], isPartial: Bool) {
    guard let (bytes, end) = ChildProcess.output(of: command) else {
      throw CommandFailure(.unavailable, "\(name): it cannot be started")
    }
    if end == .status(0) { return (bytes, false) }
    if end == .status(Int(ExitStatus.faulty.rawValue)), !bytes.isEmpty { return (bytes, true) }
    throw CommandFailure(.unavailable, "\(name) has ended with \(end)")
  }
}
