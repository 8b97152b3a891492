import Contracts
import HostEngine
import JSON
import OperatingSystem
import ViewModelKit

/// Compares the contract with one that was kept.
struct SchemaCheck {
  private let path: String

  init(_ path: String) { self.path = path }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let old = try Self.contract(at: path)
    let comparison = ContractComparison(from: old, to: try about.commandContract())
    let lines = comparison.changes.map { "\($0.breaks ? "breaks" : "safe  ")  \($0.sentence)\n" }
    try Descriptor.standardOutput.show(VisibleText.escaped(lines.joined()))
    return comparison.changes.contains(where: \.breaks) ? .failure : .success
  }

  /// The document in a file.
  private static func contract(at path: String) throws(CommandFailure) -> Contract {
    let json = try JSONValue(file: path)
    guard json["viewModels"]?.arrayValue != nil, json["$defs"]?.objectValue != nil else {
      throw CommandFailure(.badData, "\(path) was not written by schema: it has no viewModels")
    }
    return Contract(json)
  }
}
