import OperatingSystem

Process.ignoreBrokenPipes()
do throws(CommandFailure) {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
    try GenerateCommand.show(GenerateCommand.help)
  } else {
    try GenerateCommand(arguments).run()
  }
} catch {
  let text = "viewmodel-generate: \(error.description)\n"
  try? Descriptor.standardError.writeAll(text, as: "standard error")
  Process.exit(error.status.rawValue)
}
