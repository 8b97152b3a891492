import Contracts
import HostEngine
import OperatingSystem
import ViewModelKit

/// A command of the program. Each has its own file, and a line in ``CommandList/standard`` or in
/// `CommandSet.tools` of `HostTools`.
package protocol Command {
  /// The word on the command line.
  static var name: String { get }
  /// The operand, besides options.
  static var operand: Operand { get }
  static var options: [Option] { get }
  /// The part of a usage line that follows the name.
  static var synopsis: String { get }
  /// The purpose, in a sentence.
  static var summary: String { get }
  /// The text between usage and options: whole lines, or empty.
  static var introduction: String { get }
  /// The text after the options, such as the exit status: whole lines, or empty.
  static var notes: String { get }

  /// Removes its arguments; any rest is an error.
  init(_ arguments: inout Arguments) throws

  /// Runs the command.
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

/// The commands of `HostTools`, by name, in order.
package nonisolated enum Tool: String, CaseIterable {
  case play, attach, compare, draw, comments, completions, doctor
  case manual = "man"
}

/// The commands of a program, by name.
package nonisolated struct CommandList {
  package let all: [any Command.Type]

  /// The commands of every host, besides serving.
  @MainActor package static let standard: [any Command.Type] = [
    ListCommand.self, DescribeCommand.self, SchemaCommand.self, ReplayCommand.self,
    HelpCommand.self, VersionCommand.self,
  ]

  package init(_ all: [any Command.Type]) { self.all = all }

  @MainActor package func contains(_ tool: Tool) -> Bool {
    all.contains { $0.name == tool.rawValue }
  }

  /// Finds a command by name; without a name, the command that serves.
  ///
  /// - Parameter viewModels: a name among them suggests that `play` was omitted.
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
