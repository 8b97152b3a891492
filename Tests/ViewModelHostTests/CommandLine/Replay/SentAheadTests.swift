import TestSupport
import Testing

@testable import ViewModelHost

/// Over pipes, lines are sent before the lines before them have been answered. What comes of it is
/// what comes of handing them over one by one, as in memory.
@Suite(.waitsForProcesses) nonisolated struct SentAheadTests {
  /// More lines than are ever on their way at once.
  private static let count = 300

  private static func request(_ method: String, _ params: String, id: Int) -> String {
    "--> " + Line.request(id, "viewModel/\(method)", params)
  }

  /// A counter that is counted up, two lines for each input.
  private static var lines: [String] {
    var lines = [
      request("create", #"{"name":"counter","id":"c"}"#, id: 0),
      #"<-- {"jsonrpc":"2.0","id":0,"result":{"id":"c","revision":0,"state":{"count":0,"isEven":true}}}"#,
    ]
    for number in 1...count {
      let count = #"{"op":"replace","path":"/count","value":\#(number)}"#
      let isEven = #"{"op":"replace","path":"/isEven","value":\#(number.isMultiple(of: 2))}"#
      lines += [
        #"--> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}"#,
        #"<-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":\#(number),"#
          + #""patch":[\#(count),\#(isEven)]}]}}"#,
      ]
    }
    return lines
  }

  private func replay(
    _ lines: [String], at distance: Distance = .process, _ options: [String] = []
  ) throws -> (report: String, errors: String) {
    let folder = try TemporaryFolder()
    let file = try folder.file("a", lines.joined(separator: "\n"))
    let run = try CommandRun(
      "example-host", ["replay", "--distance", distance.rawValue, file] + options,
      environment: ["SWIFT_BACKTRACE=enable=no"])
    let report = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return (report.joined(separator: "\n"), run.errors)
  }

  @Test(arguments: Distance.allCases)
  func allIsAsExpected(distance: Distance) throws {
    #expect(try replay(Self.lines, at: distance).report == "1 passed, 0 failed\n")
  }

  @Test(arguments: Distance.allCases)
  func aDifferenceIsAtItsLine(distance: Distance) throws {
    var lines = Self.lines
    // Another count, an answer that is missing, and one that is not expected.
    lines[401] = lines[399]
    lines.insert("<-- {}", at: 500)
    lines.remove(at: 301)
    let report = try replay(lines, at: distance).report
    let first = try replay(lines, at: .memory).report
    #expect(report == first)
    #expect(report.contains("  after line 301\n    unexpected "))
    #expect(report.contains("  line 401\n    expected "))
    #expect(report.contains("  line 500\n    missing  {}\n"))
    #expect(report.hasSuffix("0 passed, 1 failed\n"))
  }

  @Test func aCrashIsAtItsLine() throws {
    var lines = Self.lines
    lines.insert(Self.request("create", #"{"name":"example.crash","id":"x"}"#, id: 1), at: 2)
    lines.insert(
      #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"x","revision":0,"state":{}}}"#, at: 3)
    lines.insert(Self.request("call", #"{"id":"x","input":"fatalError"}"#, id: 2), at: 304)
    let run = try replay(lines)
    #expect(run.report.hasPrefix("  line 305: the host ended by SIG"))
    #expect(run.report.split(separator: "\n").count == 2)
    #expect(run.errors.contains("boom"))
  }

  @Test func aHostThatHangsIsFoundAtItsLine() throws {
    var lines = Self.lines
    lines.insert(Self.request("create", #"{"name":"example.stuck","id":"f"}"#, id: 1), at: 2)
    lines.insert(
      #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"f","revision":0,"state":{}}}"#,
      at: 3)
    lines.insert(Self.request("call", #"{"id":"f","input":"hang"}"#, id: 2), at: 304)
    let report = try replay(lines, at: .process, ["--timeout", "1"]).report
    #expect(report == "  line 305: no answer within 1 s\n0 passed, 1 failed\n")
  }
}
