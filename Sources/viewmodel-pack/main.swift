import OperatingSystem

Process.ignoreBrokenPipes()
do throws(CommandFailure) {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.contains(where: ["--help", "-h"].contains) {
    try Descriptor.standardOutput.show(PackCommand.help)
  } else {
    try PackCommand(arguments).run()
  }
} catch {
  Descriptor.standardError.warn("viewmodel-pack: \(error)\n")
  Process.exit(error.status.rawValue)
}
