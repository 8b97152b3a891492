import Contracts
import HostEngine
import OperatingSystem
import ViewModelKit

/// Something that the program can do. Each has a file of its own, and a line in
/// ``CommandList/standard``, or in `HostTools` in `CommandSet.tools`.
package protocol Command {
  /// The word for it.
  static var name: String { get }
  /// What it takes besides options.
  static var operand: Operand { get }
  static var options: [Option] { get }
  /// What follows its name in a usage line.
  static var synopsis: String { get }
  /// What it does, in a sentence.
  static var summary: String { get }
  /// What one must know besides the summary; whole lines, or nothing.
  static var introduction: String { get }
  /// What one must know besides the options, such as the exit status; whole lines, or nothing.
  static var notes: String { get }

  /// Takes its arguments; what it leaves is a fault.
  init(_ arguments: inout Arguments) throws

  /// Does it.
  func run(_ about: HostInformation) throws -> ExitStatus
}

extension Command {
  package static var operand: Operand { .none }
  package static var options: [Option] { [] }
  package static var introduction: String { "" }
  package static var notes: String { "" }

  /// `FILE… [--update]`.
  package static var synopsis: String {
    ([operand.usage] + options.map { "[\($0.usage)]" }).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// What only a host with the tools can do: the names of the commands in `HostTools`, in order.
package nonisolated enum Tool: String, CaseIterable {
  case play, attach, compare, draw, comments, completions, doctor
  case manual = "man"
}

/// The commands of a program, by name.
package nonisolated struct CommandList {
  package let all: [any Command.Type]

  /// What every host can do besides serving.
  @MainActor package static let standard: [any Command.Type] = [
    ListCommand.self, DescribeCommand.self, SchemaCommand.self, ReplayCommand.self,
    HelpCommand.self, VersionCommand.self,
  ]

  package init(_ all: [any Command.Type]) { self.all = all }

  @MainActor package func contains(_ tool: Tool) -> Bool {
    all.contains { $0.name == tool.rawValue }
  }

  /// The command of a name; no name at all means to serve.
  ///
  /// - Parameter viewModels: whose names somebody may have written who has left out `play`.
  @MainActor package func command(
    named name: String?, viewModels: [String] = []
  ) throws(UsageError) -> any Command.Type {
    guard let name else { return ServeCommand.self }
    if let command = all.first(where: { $0.name == name }) { return command }
    if name == "generate" {
      throw UsageError("generate is a program of its own: viewmodel-generate")
    }
    if Tool(rawValue: name) != nil {
      throw UsageError(
        "\(name) is one of the tools, which this host was built without: HostTools has them")
    }
    let isViewModel = viewModels.contains(name) && contains(.play)
    let hint =
      isViewModel
      ? "; did you mean play \(name)?"
      : SimilarNames.hint(for: name, among: all.map { $0.name }, "there are")
    throw UsageError("There is no command \(name)\(hint)")
  }
}
