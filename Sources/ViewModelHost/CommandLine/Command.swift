import HostEngine
import ViewModelKit

/// Something that the program can do. Each has a file of its own, and a line in ``CommandList/all``.
protocol Command {
  /// The word for it.
  static var name: String { get }
  /// What it takes besides options.
  static var operand: Operand { get }
  static var options: [Option] { get }
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
  static var operand: Operand { .none }
  static var options: [Option] { [] }
  static var introduction: String { "" }
  static var notes: String { "" }

  /// What follows the name: `FILE… [--update]`.
  static var synopsis: String {
    ([operand.usage] + options.map { "[\($0.usage)]" }).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// The commands by name.
enum CommandList {
  static let all: [any Command.Type] = [
    ListCommand.self, DescribeCommand.self, SchemaCommand.self, CommentsCommand.self,
    PlayCommand.self, ReplayCommand.self,
    CompareCommand.self, DrawCommand.self, HelpCommand.self, VersionCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]

  /// The command of a name; no name at all means to serve.
  ///
  /// - Parameter viewModels: whose names somebody may have written who has left out `play`.
  static func command(
    named name: String?, viewModels: [String] = []
  ) throws(UsageError) -> any Command.Type {
    guard let name else { return ServeCommand.self }
    guard let command = all.first(where: { $0.name == name }) else {
      if name == "generate" {
        throw UsageError("generate is a program of its own: viewmodel-generate")
      }
      let isViewModel = viewModels.contains(name)
      let hint =
        isViewModel
        ? "; did you mean play \(name)?"
        : SimilarNames.hint(for: name, among: all.map { $0.name }, "there are")
      throw UsageError("There is no command \(name)\(hint)")
    }
    return command
  }
}
