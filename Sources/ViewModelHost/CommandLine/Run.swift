import OperatingSystem

extension Host {
  /// Runs the command line.
  ///
  /// - Returns: the exit status.
  func run(_ arguments: [String], _ commands: CommandList) -> CInt {
    Process.unblockSignals()
    Process.ignoreBrokenPipes()
    Descriptor.standardError.occupy()
    var arguments = Arguments(arguments)
    let name = arguments.word()
    do {
      arguments.viewModels = about.catalog.entries.map(\.name)
      arguments.commands = commands
      let command = try commands.command(named: name, viewModels: arguments.viewModels)
      arguments.knownOptions = command.options.map(\.name) + ["--help"]
      if name == nil { arguments.knownOptions.append("--version") }
      let isHelp = arguments.flag("--help")
      if arguments.flag("-h") || isHelp {
        // After a command, `--help` may follow incomplete arguments; without one it must be alone.
        if name == nil { try arguments.end() }
        let help = name == nil ? Help.program(about, commands) : Help.command(command, about)
        try Descriptor.standardOutput.show(help)
        return ExitStatus.success.rawValue
      }
      if name == nil, arguments.flag("--version") {
        try arguments.end()
        return try VersionCommand(&arguments).run(about).rawValue
      }
      return try command.init(&arguments).run(about).rawValue
    } catch let error as UsageError {
      let command = commands.all.first { $0.name == name }.map { " \($0.name)" } ?? ""
      // One line, as clients show the last line of a host.
      complain("\(error) (try \(about.name)\(command) --help)")
      return ExitStatus.usage.rawValue
    } catch let failure as CommandFailure {
      complain(failure.description)
      return failure.status.rawValue
    } catch {
      complain("\(error)")
      return ExitStatus.noResources.rawValue
    }
  }

  private func complain(_ text: String) {
    Descriptor.standardError.warn("\(about.name): \(VisibleText.inOneLine(text))\n")
  }
}
