/// Prints what the catalog offers.
struct ListCommand: Command {
  static let name = "list"
  static let synopsis = ""
  static let summary = "Lists the ViewModels, one name a line."
  static let details = ""

  init(_ arguments: inout Arguments) throws {
    try arguments.end()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let lines = about.catalog.entries.map { "\($0.name)\n" }
    try Descriptor.standardOutput.show(lines.joined())
    return .success
  }
}
