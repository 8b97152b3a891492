import Contracts
import HostEngine
import OperatingSystem

/// Prints the ViewModels of the catalog.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists the ViewModels, one a line, with what each is for."
  static let introduction = """
    What is wrong with a ViewModel, and what its author should know, goes to standard error.

    """
  static let options = [
    Option("--json", help: "the answer to viewModel/list")
  ]

  static let notes = """
    Exits with 70 when there is a mistake in a ViewModel's interface or in its line of the catalog.

    """

  private let isJSON: Bool

  init(_ arguments: inout Arguments) throws {
    isJSON = arguments.flag("--json")
    try arguments.end()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let entries = about.catalog.entries
    let width = (entries.map(\.name.count).max() ?? 0) + 2
    let lines = entries.map { entry in
      let summary = about.catalog.description(of: entry).map(Descriptions.summary) ?? ""
      let texts = Help.wrapped(summary, width: max(100 - width, 40))
      guard let first = texts.first else { return "\(entry.name)\n" }
      let rest = texts.dropFirst().map { String(repeating: " ", count: width) + $0 + "\n" }
      return "\(padded(entry.name, to: width))\(first)\n\(rest.joined())"
    }
    try Descriptor.standardOutput.show(
      isJSON ? "\(about.catalog.json)\n" : VisibleText.escaped(lines.joined()))
    for advice in about.catalog.advice {
      Descriptor.standardError.warn("\(about.name): warning: \(advice.sentence)\n")
    }
    let faults = about.catalog.faults
    for fault in faults { Descriptor.standardError.warn("\(about.name): \(fault)\n") }
    return faults.isEmpty ? .success : .faulty
  }
}
