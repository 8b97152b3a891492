import HostEngine
import OperatingSystem

/// Prints the output of `--help`, as in many programs.
package struct HelpCommand: Command {
  package static let name = "help"
  package static let operand = Operand.command
  package static let summary = "Says what the program can do, or what a command can."

  private let command: (any Command.Type)?
  private let commands: CommandList

  package init(_ arguments: inout Arguments) throws {
    let names = try arguments.rest()
    if names.count > 1 { throw UsageError("Nothing more is expected, found \(names[1])") }
    let commands = arguments.commands
    self.commands = commands
    command = try names.first.map { try commands.command(named: $0) }
  }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    let help = command.map { Help.command($0, about) } ?? Help.program(about, commands)
    try Descriptor.standardOutput.show(help)
    return .success
  }
}

/// Prints the output of `--version`.
package struct VersionCommand: Command {
  package static let name = "version"
  package static let summary = "Prints the version."

  package init(_ arguments: inout Arguments) throws { try arguments.end() }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    try Descriptor.standardOutput.show("\(about.name) \(about.version)\n")
    return .success
  }
}
