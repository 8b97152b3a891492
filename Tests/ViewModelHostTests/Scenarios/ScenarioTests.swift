import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

/// What five articles describe, as transcripts: each holds for all the ViewModels that it names.
@Suite(.waitsForProcesses) nonisolated struct ScenarioTests {
  /// The numbers of all scenarios.
  nonisolated static let numbers: [String] = [
    ("000", "01 02 04 05 06 08 09 10 11 13 15 16 17 18 19 20"),
    ("001", "01 02 03 04 05 07 08 09 11 13 14 15 16 17 18 20 21 24 26 27"),
    ("001", "F01 F08 F11 F14 F15 F17 F18 F19 F27"),
    ("002", "01 02 04 07 08 09 10"),
    ("003", "01 02 03 04 05 06 07 09 10 11 13 14 15 16 18 19 20 21 22"),
    ("004", "01 02 03 04 06 07 09 10 11 12 14"),
  ].flatMap { article, numbers in numbers.split(separator: " ").map { "\(article)-\($0)" } }

  private let table: ScenarioTable

  init() throws { table = try ScenarioTable() }

  @Test func allHoldForAllTheirStyles() throws {
    let folder = try TemporaryFolder()
    var names: [String] = []
    for scenario in try Scenario.all() {
      #expect(scenario.hasItsName, "\(scenario.name)")
      #expect(Set(scenario.styles).count == scenario.styles.count, "\(scenario.name)")
      #expect(scenario.styles.count == table.runs[scenario.name], "\(scenario.name)")
      for style in scenario.styles {
        names.append("\(scenario.name), \(style).transcript")
        _ = try folder.file(names[names.count - 1], scenario.text(of: style))
      }
    }
    #expect(try Set(expectAllPass(folder.path, at: .memory).names) == Set(names))
  }

  @Test(arguments: Distance.allCases)
  func allHoldAtEveryDistance(_ distance: Distance) throws {
    #expect(try expectAllPass(Repository.scenarios, at: distance).names.count == table.runs.count)
  }

  @Test func theTableListsAllTranscripts() throws {
    let names = try Scenario.all().map(\.name)
    #expect(Set(table.runs.keys) == Set(names))
    #expect(table.runs.values.reduce(0, +) == 331)
  }

  @Test func everyScenarioIsATranscriptOrATest() throws {
    for number in Self.numbers {
      let isTranscript = table.runs.keys.contains { $0 == number || $0.hasPrefix("\(number)-") }
      guard let path = table.others[number] else {
        #expect(isTranscript, "\(number)")
        continue
      }
      #expect(!isTranscript, "\(number)")
      let test = String(decoding: try Files.read(Repository.path(path)), as: UTF8.self)
      #expect(test.contains(number), "\(number)")
    }
  }
}
