/// What `--help` prints.
enum Help {
  /// The help on the program as a whole.
  static func program(_ about: HostInformation) -> String {
    let commands = CommandList.all.map { command in
      "  \(padded(command.name, to: 23))\(command.summary)\n"
    }
    return """
      \(about.name) \(about.version)
      \(ServeCommand.summary)

      Usage:
        \(about.name) \(ServeCommand.synopsis)
        \(about.name) COMMAND …

      \(ServeCommand.details)
      Commands:
      \(commands.joined())
      \(about.name) COMMAND --help says more. --version prints the version.

      """
  }

  /// The help on one command.
  static func command(_ command: any Command.Type, _ about: HostInformation) -> String {
    """
    \(command.summary)

    Usage:
      \(about.name) \(command.name) \(command.synopsis)

    \(command.details)
    """
  }
}

/// A text that is followed by spaces, up to a width.
nonisolated func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, text.isEmpty ? 0 : 1))
}
