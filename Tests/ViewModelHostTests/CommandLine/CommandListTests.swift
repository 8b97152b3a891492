import HostTools
import Testing

@testable import ViewModelHost

/// The commands by name, of hosts with and without the tools.
@Suite struct CommandListTests {
  @Test(arguments: Tool.allCases)
  func aHostWithoutTheToolsSaysWhereTheyAre(tool: Tool) {
    let name = tool.rawValue
    let error = #expect(throws: UsageError.self) {
      try CommandList(CommandList.standard).command(named: name)
    }
    #expect(
      error?.description
        == "\(name) is one of the tools, which this host was built without: HostTools has them")
  }

  @Test func theToolsAreTheCommandsOfHostTools() {
    #expect(CommandSet.tools.commands.map { $0.name } == Tool.allCases.map(\.rawValue))
  }
}
