import Contracts
import HostEngine
import JSON
import OperatingSystem
import ViewModelKit

/// Prints the interface of a ViewModel.
package struct DescribeCommand: Command {
  package static let name = "describe"
  package static let operand = Operand.viewModel
  package static let summary = "Says what a ViewModel takes and gives."
  package static let introduction = """
    A name with a question mark may be left out. Below a line stands what its author says of it.

    """
  package static let options = [
    Option("--json", help: "the answer to viewModel/describe, which has the JSON Schemas")
  ]
  package static let notes = """
    Exits with 64 when there is no such ViewModel.

    """

  private let name: String
  private let isJSON: Bool

  package init(_ arguments: inout Arguments) throws {
    isJSON = arguments.flag("--json")
    name = try arguments.only("NAME", of: arguments.viewModels)
  }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    let definition = try about.catalog.definition(for: name)
    let description = definition.json(in: about.catalog)
    let text = isJSON ? "\(description)\n" : Self.text(description)
    try Descriptor.standardOutput.show(VisibleText.escaped(text))
    return .success
  }

  /// The description for people. Empty lists are omitted.
  package static func text(_ description: JSONValue) -> String {
    func list(_ title: String, _ member: String, _ line: (JSONValue) -> String) -> String {
      let lines = description.list(member).flatMap { part in
        ["  \(line(part))"] + DescriptionLines.lines(of: part, indentation: 6)
      }
      return lines.isEmpty ? "" : "\n\(title)\n" + lines.map { "\($0)\n" }.joined()
    }
    let said = DescriptionLines.lines(description["description"]?.stringValue, indentation: 2)
    return "\(description.text("name"))\n"
      + said.map { "\($0)\n" }.joined()
      + list("Parameters", "parameters", words(forMember:))
      + list("Uses", "uses", words(forRole:))
      + list("Services", "services", words(forService:))
      + list("Inputs", "inputs", words(forInput:))
      + list("Outputs", "outputs", words(forMember:))
      + list("Events", "events", words(forMember:))
  }
}

/// An input as it is written in `play`, with the result of a call:
/// `search text: string, limit?: integer → array of string (asynchronous)`.
package func words(forInput input: JSONValue) -> String {
  let arguments = input.list("arguments").map(words(forMember:))
  let name = input.text("name")
  let result = input["result"].map { " → \(words(forSchema: $0))" } ?? ""
  return (arguments.isEmpty ? name : "\(name) \(arguments.joined(separator: ", "))") + result
    + (input["async"] == true ? " (asynchronous)" : "")
}

private func words(forRole role: JSONValue) -> String {
  let names = role.texts("viewModels")
  let fillers = names.isEmpty ? "no ViewModel of this host" : names.joined(separator: " or ")
  return "\(role.text("name")): \(fillers)"
}

/// A service as a function; a question mark means that it is optional:
/// `items? {page: integer} → {items: array, next?: integer}`.
private func words(forService service: JSONValue) -> String {
  let arguments = words(forSchema: service["arguments"] ?? [:])
  let result = words(forSchema: service["result"] ?? [:])
  let mark = service["required"] == false ? "?" : ""
  return "\(service.text("name"))\(mark) \(arguments) → \(result)"
}

extension Catalog {
  /// Finds the ViewModel that the command line names.
  package func definition(for name: String) throws -> ViewModelDefinition {
    guard let entry = self[name] else {
      let question = SimilarNames.question(for: name, among: entries.map(\.name))
      throw UsageError(
        "There is no ViewModel \(name)\(question.isEmpty ? "; list names all" : question)")
    }
    return try CommandFailure.with(.faulty) { try entry.definition }
  }
}
