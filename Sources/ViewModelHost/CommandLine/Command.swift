import ViewModelKit

/// Something that the program can do. Each has a file of its own, and a line in ``CommandList/all``.
protocol Command {
  /// The word for it.
  static var name: String { get }
  /// What follows the name: `FILE… [--update]`.
  static var synopsis: String { get }
  /// What it does, in a few words.
  static var summary: String { get }
  /// What else one must know, the options above all; whole lines.
  static var details: String { get }

  /// Takes its arguments; what it leaves is a fault.
  init(_ arguments: inout Arguments) throws

  /// Does it.
  func run(_ about: HostInformation) throws -> ExitStatus
}

/// The commands by name.
enum CommandList {
  static let all: [any Command.Type] = [
    ListCommand.self, DescribeCommand.self, PlayCommand.self, ReplayCommand.self,
  ]

  /// The command of a name; no name at all means to serve.
  static func command(named name: String?) throws(UsageError) -> any Command.Type {
    guard let name else { return ServeCommand.self }
    guard let command = all.first(where: { $0.name == name }) else {
      let hint = SimilarNames.hint(for: name, among: all.map { $0.name }, "there are")
      throw UsageError("There is no command \(name)\(hint)")
    }
    return command
  }
}
