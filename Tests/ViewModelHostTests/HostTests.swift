import Testing
import ViewModelKit

@testable import ViewModelHost

@Suite struct HostTests {
  /// The example host, which the tests of a turn without end run, has a smaller one.
  @Test func aTurnMayHaveAMillionJobs() {
    #expect(Host("a-host", version: "1", Catalog {}).about.jobLimit == 1_000_000)
  }
}
