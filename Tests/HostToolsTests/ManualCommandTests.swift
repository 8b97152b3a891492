import TestSupport
import Testing

@testable import ViewModelHost

/// The manual page is made of the descriptions of the commands.
@Suite struct ManualCommandTests {
  @Test func theManualNamesEverything() throws {
    let page = try CommandRun("viewmodel-host", ["man"]).output
    #expect(
      page.hasPrefix(#".TH "VIEWMODEL\-HOST" 1 "" "viewmodel\-host 0.1.0" "User Commands"\#n"#))
    let commands: [any Command.Type] =
      [ServeCommand.self] + CommandList.standard + CommandSet.tools.commands
    for command in commands {
      #expect(command.name.isEmpty || page.contains("\n.SS \(command.name)\n"))
      for option in command.options {
        #expect(page.contains(".B \(option.name.replacing("-", with: #"\-"#))"))
      }
    }
    // Only requests of man(7) begin a line with a dot.
    let requests = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }.compactMap {
        $0.split(separator: " ").first
      })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".B", ".I", ".br", ".PP", ".TP"]))
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }
}
