import OperatingSystem
import TestSupport
import Testing

@testable import HostTools

/// What the pages on the articles say to do and where they lead, in both languages.
@Suite(.waitsForProcesses) nonisolated struct ArticlePagesTests {
  private static let inRepository = "cd '\(Repository.path("."))'"

  /// Each command once, as both languages show it.
  static func commands() throws -> [ArticlePage.Command] {
    var commands: [ArticlePage.Command] = []
    for command in try ArticlePage.all().flatMap(\.commands) where !commands.contains(command) {
      commands.append(command)
    }
    return commands
  }

  @Test func thereAreCommandsToRun() throws {
    #expect(try Self.commands().count > 40)
  }

  @Test(arguments: try commands())
  func everyCommandDoesWhatThePageShows(command: ArticlePage.Command) throws {
    var words = command.line.split(separator: " ").map(String.init)
    let program = words.removeFirst()
    if program == "viewmodel-host" {
      let run = try CommandRun(program, words, after: Self.inRepository)
      #expect(run.end == .status(0), "\(run.errors)")
      if let output = command.output { #expect(run.output == output) }
      return
    }
    switch command.line {
    case "swift build --product viewmodel-host", #"export PATH="$PWD/.build/debug:$PATH""#:
      // A build cannot run inside a test: .ci/run pastes the block that begins with these.
      #expect(Files.exists(HostProcess.path("viewmodel-host")))
    case let line where line.hasPrefix("swift test --filter "): try expectTests(words.last ?? "")
    default: Issue.record("\(command.line): no test runs it")
    }
  }

  /// What `swift test` runs when it has built: these tests themselves, of which a filter selects
  /// some.
  private func expectTests(_ filter: String) throws {
    #if os(Linux)
      let tests = try #require(Process.executable.split(separator: "/").last)
      let run = try CommandRun(
        String(tests), ["--testing-library", "swift-testing", "--filter", filter])
      #expect(run.end == .status(0), "\(run.errors)\(run.output)")
      #expect("\(run.errors)\(run.output)".contains(/Test run with [1-9]\d* tests? .* passed/))
    #endif
  }

  @Test func everyPictureHasTheCommandThatDrawsIt() throws {
    var count = 0
    for page in try ArticlePage.all() {
      for (name, command) in page.pictures {
        count += 1
        let words = name.split(separator: "-", maxSplits: 2)
        let expected =
          switch words[0] {
          case "compare": "viewmodel-host compare \(words[1]) --only \(words[2]) --draw"
          case "stream": StreamDrawing.command
          default: "viewmodel-host draw Tests/Transcripts/Scenarios/\(name).transcript"
          }
        #expect(command == expected, "\(page.name): \(name)")
      }
    }
    #expect(count > 50)
  }

  @Test func everyLinkLeadsSomewhere() throws {
    let pages = try ArticlePage.all()
    let anchors = Dictionary(uniqueKeysWithValues: pages.map { ("\($0.name).md", $0.anchors) })
    for page in pages {
      try #require(!page.targets.isEmpty, "\(page.name)")
      for target in page.targets {
        let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
        let path = "\(ArticlePage.folder)/\(parts[0])"
        #expect(Files.exists(path) || Files.isFolder(path), "\(page.name): \(target)")
        if parts.count == 2 {
          #expect(anchors[parts[0]]?.contains(parts[1]) == true, "\(page.name): \(target)")
        }
      }
    }
  }

  /// Samples and transcripts that are named are links. In an example's text they are not, nor is
  /// the first of a range that has no file of its own.
  @Test func samplesAndTranscriptsAreLinks() throws {
    for page in try ArticlePage.all() {
      for line in page.prose where !line.hasPrefix("<!--") && !line.hasPrefix("[00") {
        #expect(!line.contains(/[^\[]`[A-Z][a-z]+\/[A-Z]\w+\.swift`/), "\(page.name): \(line)")
        let text = line.replacing(
          /`[^`]*`|\[[^\]]*\]|\([^)]*\.(?:svg|transcript|md)[^)]*\)/, with: "")
        for match in text.matches(of: /00\d-[A-Za-z0-9-]+/) {
          let file = "\(Repository.scenarios)/\(match.output).transcript"
          #expect(!Files.exists(file), "\(page.name): \(match.output)")
        }
      }
    }
  }

  @Test func eachPageIsThereInBothLanguagesAndLeadsToTheOther() throws {
    let pages = try ArticlePage.all()
    let names = Set(pages.map(\.name))
    #expect(pages.count { $0.isJapanese } * 2 == pages.count)
    for page in pages {
      let other =
        switch page.name {
        case "SampleViewModels": "Samples-ja"
        case "Samples-ja": "SampleViewModels"
        case let name: page.isJapanese ? String(name.dropLast(3)) : "\(name)-ja"
        }
      #expect(names.contains(other))
      #expect(page.targets.contains("\(other).md"), "\(page.name)")
      // They show the same.
      let twin = try #require(pages.first { $0.name == other })
      #expect(page.pictures.map(\.name) == twin.pictures.map(\.name), "\(page.name)")
      #expect(page.commands == twin.commands, "\(page.name)")
    }
  }

  /// An action needs at least half as much again as a pipeline, and most, and of those at once
  /// `MergeMany`.
  @Test func theAllocationsAreAsThePagesSay() throws {
    let foos = try allocations("foos", in: "003-05")
    let naive = try #require(foos["foos.naive"])
    let action = try #require(foos["foos.action"])
    #expect(2 * action >= 3 * naive)
    #expect(foos.values.max() == action)
    let parallel = try allocations("parallel", in: "004-10-fails")
    #expect(parallel.values.max() == parallel["parallel.combine"])
  }

  private func allocations(_ family: String, in transcript: String) throws -> [String: Int] {
    let run = try CommandRun(
      "viewmodel-host", ["compare", family, "--only", transcript], after: Self.inRepository)
    var allocations: [String: Int] = [:]
    for line in run.output.split(separator: "\n") where line.hasPrefix(family) {
      let cells = line.split(separator: " ")
      if cells.count == 8 { allocations[String(cells[0])] = Int(cells[5]) }
    }
    try #require(allocations.count > 4)
    return allocations
  }
}
