import HostEngine

/// The output of `--help`.
package enum Help {
  /// The help for the whole program.
  package static func program(_ about: HostInformation, _ list: CommandList) -> String {
    let commands = list.all.map { command in
      "  \(padded(command.name, to: 23))\(command.summary)\n"
    }
    return """
      \(about.name) \(about.version)
      \(ServeCommand.summary)

      Usage:
        \(usage(of: ServeCommand.self, about))
        \(about.name) COMMAND …

      \(details(of: ServeCommand.self))
      Commands:
      \(commands.joined())
      \(about.name) COMMAND --help says more. --version prints the version.

      """
  }

  /// The help for one command.
  package static func command(_ command: any Command.Type, _ about: HostInformation) -> String {
    "\(command.summary)\n\nUsage:\n  \(usage(of: command, about))\n\n\(details(of: command))"
  }

  /// The usage line.
  package static func usage(of command: any Command.Type, _ about: HostInformation) -> String {
    let words = [about.name, command.name, command.synopsis].filter { !$0.isEmpty }
    return wrapped(words.joined(separator: " "), width: 94).joined(separator: "\n      ")
  }

  /// The introduction, the options and the notes.
  private static func details(of command: any Command.Type) -> String {
    let options = command.options.map { option in
      let lines = wrapped(option.help, width: 71)
      let first = "  \(padded(option.usage, to: 25))"
      // A long option has its own line.
      let isLong = option.usage.count >= 25
      let hanging = String(repeating: " ", count: 27)
      return
        (isLong
        ? ["  \(option.usage)"] + lines.map { hanging + $0 }
        : [first + (lines.first ?? "")] + lines.dropFirst().map { hanging + $0 })
        .joined(separator: "\n") + "\n"
    }.joined()
    return [command.introduction, options, command.notes].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// Wraps a text at a width; longer words stay whole.
  package nonisolated static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// A text, padded with spaces to a width.
package nonisolated func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(width - text.count, text.isEmpty ? 0 : 1))
}
