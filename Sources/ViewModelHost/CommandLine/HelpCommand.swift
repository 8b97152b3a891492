import HostEngine
import OperatingSystem

/// The same as `--help`, as many programs have it.
struct HelpCommand: Command {
  static let name = "help"
  static let operand = Operand.command
  static let summary = "Says what the program can do, or what a command can."

  private let command: (any Command.Type)?

  init(_ arguments: inout Arguments) throws {
    let names = try arguments.rest()
    if names.count > 1 { throw UsageError("Nothing more is expected, found \(names[1])") }
    command = try names.first.map { try CommandList.command(named: $0) }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let help = command.map { Help.command($0, about) } ?? Help.program(about)
    try Descriptor.standardOutput.show(help)
    return .success
  }
}

/// The same as `--version`.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "Prints the version."

  init(_ arguments: inout Arguments) throws { try arguments.end() }

  func run(_ about: HostInformation) throws -> ExitStatus {
    try Descriptor.standardOutput.show("\(about.name) \(about.version)\n")
    return .success
  }
}
