import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

/// The transcripts of `Tests/Transcripts/Scenarios`: each holds for all the ViewModels that it
/// names.
@Suite(.waitsForProcesses) nonisolated struct ScenarioTests {
  private let scenarios: [Scenario]

  init() throws {
    scenarios = try Scenario.all()
    try #require(!scenarios.isEmpty)
  }

  @Test func eachHoldsForAllItsViewModels() throws {
    let folder = try TemporaryFolder()
    var names: [String] = []
    for scenario in scenarios {
      #expect(scenario.createsItsFirst, "\(scenario.name)")
      #expect(Set(scenario.viewModels).count == scenario.viewModels.count, "\(scenario.name)")
      for viewModel in scenario.viewModels {
        names.append("\(scenario.name), \(viewModel).transcript")
        _ = try folder.file(names[names.count - 1], scenario.text(for: viewModel))
      }
    }
    #expect(try Set(expectAllPass(folder.path, at: .memory).names) == Set(names))
  }

  @Test(arguments: Distance.allCases)
  func eachHoldsAtEveryDistance(_ distance: Distance) throws {
    let names = try expectAllPass(Repository.scenarios, at: distance).names
    #expect(names == scenarios.map { "\($0.name).transcript" })
  }
}
