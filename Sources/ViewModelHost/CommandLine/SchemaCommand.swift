import Contracts
import HostEngine
import HostProtocol
import JSON
import OperatingSystem
import ViewModelKit

/// Prints the contract of the catalog, or compares it with an older one.
struct SchemaCommand: Command {
  static let name = "schema"
  static let operand = Operand.viewModelsOr("check", "FILE")
  static let summary =
    "Prints all that ViewModels take and give, or what has changed."
  static let introduction = """
    The document is a JSON Schema of the named ViewModels, or of all, with their services and types,
    and a hash. Keep one, and "check FILE" says later what has changed since: what breaks a frontend
    that was written for it, and what does not. With --messages it is the JSON Schema of all lines
    of the protocol, in both directions, which is the same for all hosts of a version.

    """
  static let options = [
    Option(
      "--strict",
      help: "fails when there is a place that is described as any JSON, and lists all of those"),
    Option("--messages", help: "prints the schema of the protocol's messages instead"),
  ]
  static let notes = """
    Exits with 1 when --strict finds a place, or when a change breaks frontends; with 65 when FILE is
    no such document, with 66 when it cannot be read; with 70 when there is a mistake in a ViewModel,
    which is named on standard error and left out of the document.

    """

  private enum Work {
    case show([String], isStrict: Bool)
    case check(String)
    case messages
  }

  private let work: Work

  init(_ arguments: inout Arguments) throws {
    if arguments.word("check") {
      work = .check(try arguments.only("FILE"))
      return
    }
    if arguments.flag("--messages") {
      work = .messages
      try arguments.end()
      return
    }
    let isStrict = arguments.flag("--strict")
    let names = try arguments.rest()
    for name in names where !arguments.viewModels.contains(name) {
      let hint = SimilarNames.hint(for: name, among: arguments.viewModels)
      throw UsageError("There is no ViewModel \(name)\(hint)")
    }
    work = .show(names, isStrict: isStrict)
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    switch work {
    case .show(let names, let isStrict):
      let shown = try Self.show(names, of: about, isStrict: isStrict)
      for warning in shown.warnings { Descriptor.standardError.warn("\(about.name): \(warning)\n") }
      if let contract = shown.contract {
        try Descriptor.standardOutput.show("\(contract.json)\n")
      }
      return shown.status
    case .check(let path): return try check(about, against: path)
    case .messages:
      try Descriptor.standardOutput.show("\(MessageDocument().json)\n")
      return .success
    }
  }

  /// The contract, if there is one to print, and the warnings.
  ///
  /// - Parameter names: the ViewModels; empty for all. Faulty ones are left out.
  static func show(
    _ names: [String], of about: HostInformation, isStrict: Bool
  ) throws -> (contract: Contract?, warnings: [String], status: ExitStatus) {
    let chosen = about.catalog.entries.filter { names.isEmpty || names.contains($0.name) }
    let faults = chosen.compactMap { $0.fault.map { "\($0)" } }
    guard faults.isEmpty || faults.count < chosen.count else { return (nil, faults, .faulty) }
    let sound = chosen.filter { $0.fault == nil }.map(\.name)
    let isWhole = names.isEmpty && faults.isEmpty
    let contract = try contract(of: about, only: isWhole ? nil : sound)
    let parts = isStrict ? contract.untypedParts : []
    let warnings = faults + parts.map { "\($0.path): \($0.reason)" }
    guard parts.isEmpty else { return (nil, warnings, .failure) }
    return (contract, warnings, faults.isEmpty ? .success : .faulty)
  }

  /// Compares the contract with one from a file.
  private func check(_ about: HostInformation, against path: String) throws -> ExitStatus {
    let json = try JSONValue(file: path)
    let old = try CommandFailure.with(.badData, of: path) { try Contract(reading: json) }
    let new = try Self.contract(of: about)
    let comparison = ContractComparison(from: old, to: new)
    let lines = comparison.sentences.map { "\($0.breaks ? "breaks" : "safe  ")  \($0.text)\n" }
    try Descriptor.standardOutput.show(VisibleText.escaped(lines.joined()))
    return comparison.breaks ? .failure : .success
  }

  /// - Parameter names: the ViewModels; `nil` for all.
  private static func contract(
    of about: HostInformation, only names: [String]? = nil
  ) throws(CommandFailure) -> Contract {
    try CommandFailure.with(.faulty) { try about.contract(only: names) }
  }
}
