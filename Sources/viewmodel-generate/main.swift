import OperatingSystem

Process.ignoreBrokenPipes()
do throws(CommandFailure) {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
    try Descriptor.standardOutput.show(GenerateCommand.help)
  } else {
    try GenerateCommand(arguments).run()
  }
} catch {
  Descriptor.standardError.warn("viewmodel-generate: \(error)\n")
  Process.exit(error.status.rawValue)
}
