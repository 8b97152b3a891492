extension Host {
  /// Does what the command line says.
  ///
  /// - Returns: the exit status.
  func run(_ arguments: [String]) -> CInt {
    Process.unblockSignals()
    var arguments = Arguments(arguments)
    do {
      let name = arguments.word()
      let command = try CommandList.command(named: name)
      if arguments.flag("--help") {
        // Behind a command --help may stand at the end of a line that somebody has half typed; alone it stands alone.
        if name == nil { try arguments.end() }
        let help = name == nil ? Help.program(about) : Help.command(command, about)
        try Descriptor.standardOutput.show(help)
        return ExitStatus.success.rawValue
      }
      if name == nil, arguments.flag("--version") {
        try arguments.end()
        try Descriptor.standardOutput.show("\(about.name) \(about.version)\n")
        return ExitStatus.success.rawValue
      }
      return try command.init(&arguments).run(about).rawValue
    } catch let error as UsageError {
      complain("\(error)\nTry \(about.name) --help.")
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
    Descriptor.standardError.warn("\(about.name): \(text)\n")
  }
}
