import CodeGeneration
import HostEngine
import JSON

/// Where a contract comes from.
enum ContractSource {
  /// A file; `-` is standard input.
  case file(String)
  /// The program that stands first, which is given these arguments and `schema`.
  case host([String])

  /// What an error is told of.
  var name: String {
    switch self {
    case .file(let path): path == "-" ? "standard input" : path
    case .host(let command): "\(command.joined(separator: " ")) schema"
    }
  }

  func read() throws(CommandFailure) -> ContractDocument {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: try bytes())
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.badData, "\(name): \(error)")
    }
    guard let contract = ContractDocument(json) else {
      throw CommandFailure(.badData, "\(name): this is no contract, as HOST schema prints it")
    }
    return contract
  }

  private func bytes() throws(CommandFailure) -> [UInt8] {
    switch self {
    case .file("-"): return Descriptor.standardInput.readAll()
    case .file(let path):
      do {
        return try Files.read(path)
      } catch {
        throw CommandFailure(.noInput, error.description)
      }
    case .host(let command): return try output(of: command + ["schema"])
    }
  }

  /// What a program prints. What it writes to standard error is seen.
  private func output(of command: [String]) throws(CommandFailure) -> [UInt8] {
    let child: ChildProcess
    do {
      // It looks for a name without a slash where a shell does.
      child = try ChildProcess("/usr/bin/env", ["--"] + command)
    } catch {
      throw CommandFailure(.unavailable, "\(error)")
    }
    child.input.close()
    let bytes = child.output.readAll()
    child.output.close()
    let end = child.wait()
    guard end == .status(0) else {
      throw CommandFailure(.unavailable, "\(name) has ended with \(end)")
    }
    return bytes
  }
}
