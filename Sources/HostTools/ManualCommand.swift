import ViewModelHost
import HostEngine
import OperatingSystem

/// Prints the manual page, in the language of man(7).
struct ManualCommand: Command {
  static let name = Tool.manual.rawValue
  static let summary = "Prints the manual page, for man."

  private let commands: CommandList

  init(_ arguments: inout Arguments) throws {
    commands = arguments.commands
    try arguments.end()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    try Descriptor.standardOutput.show(page(about))
    return .success
  }

  private func page(_ about: HostInformation) -> String {
    let name = escaped(about.name)
    let head = """
      .TH "\(name.uppercased())" 1 "" "\(name) \(escaped(about.version))" "User Commands"
      .SH NAME
      \(name) \\- ViewModels for frontends in any language
      .SH SYNOPSIS
      .B \(name)
      \(escaped(ServeCommand.synopsis))
      .br
      .B \(name)
      .I COMMAND
      \\&...
      .SH DESCRIPTION

      """
    let commands = commands.all.map { command in
      ".SS \(escaped(command.name))\n.B \(name) \(escaped(command.name))\n"
        + "\(escaped(command.synopsis))\n.PP\n\(escaped(command.summary))\n\(body(of: command))"
    }
    return head + "\(escaped(ServeCommand.summary))\n" + body(of: ServeCommand.self)
      + ".SH COMMANDS\n" + commands.joined()
  }

  private func body(of command: any Command.Type) -> String {
    func paragraph(_ text: String) -> String { text.isEmpty ? "" : ".PP\n\(lines(text))" }
    let options = command.options.map { option in
      ".TP\n.B \(escaped(option.usage))\n\(escaped(option.help))\n"
    }
    return paragraph(command.introduction) + options.joined() + paragraph(command.notes)
  }

  private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { "\(escaped(String($0)))\n" }.joined()
  }

  /// The text escaped for roff: backslashes, hyphens, and a dot or quote at the start of a line.
  private func escaped(_ text: String) -> String {
    let text = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where scalar.isASCII: String(scalar)
      // Older man programs accept ASCII only.
      default: "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
      }
    }.joined()
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }
}
