import OperatingSystem
import Testing
import ViewModelKit

@testable import ViewModelHost

@Suite struct HostTests {
  /// The example host, which the tests of a turn without end run, has a smaller one.
  @Test func aTurnMayHaveAMillionJobs() {
    #expect(Host("a-host", version: "1", Catalog {}).about.jobLimit == 1_000_000)
  }

  final class Todos {
    var count = 0
    func add(title: String) {}
  }

  private static let line = #line + 3

  private static let catalog = Catalog {
    viewModel("faulty", Todos.init, interface: Interface { input("add", Todos.add) })
    viewModel("untold", Todos.init, interface: Interface { output("count", \.count) })
  }

  @Test func theListReportsWhatIsWrongWithTheCatalog() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(70),
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let status = await MainActor.run {
        Host("a-host", version: "1", HostTests.catalog).run(
          ["list"], CommandList(CommandList.standard))
      }
      Process.exit(status)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.hasSuffix("faulty\nuntold\n"))
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      .split(separator: "\n")
    try #require(errors.count == 2)
    #expect(errors[0].hasPrefix("a-host: warning: untold: Todos sends no notification"))
    #expect(
      errors[1].hasSuffix(
        """
        Tests/ViewModelHostTests/HostTests.swift:\(Self.line): input add of Todos takes 1 argument, but 0 are named
        """))
  }
}
