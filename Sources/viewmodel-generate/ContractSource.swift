import Contracts
import OperatingSystem
import JSON

/// The source of a contract.
enum ContractSource {
  /// A file; `-` is standard input.
  case file(String)
  /// A program and its arguments, without `schema`.
  case host([String])

  /// The name of the source in errors.
  var name: String {
    switch self {
    case .file(let path): path == "-" ? "standard input" : path
    case .host(let command): "\(command.joined(separator: " ")) schema"
    }
  }

  /// - Parameter names: the ViewModels to request, so that a fault in another one does not matter;
  ///   empty for all.
  /// - Returns: the contract, and whether the host has left out faulty ViewModels.
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

  /// Runs a program, and returns its output. Its standard error is passed on.
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
