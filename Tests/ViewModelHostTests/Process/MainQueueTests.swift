import TestSupport
import Testing

@testable import ViewModelHost

/// ViewModels that call back on the main queue of Dispatch, in real time.
@Suite(.waitsForProcesses) nonisolated struct MainQueueTests {
  @Test(arguments: [
    ("now", ["first", "second"]), ("elsewhere", ["from elsewhere"]), ("later", ["later"]),
  ])
  func theMainQueueRuns(input: String, expected: [String]) throws {
    let host = try HostProcess("example-host")
    host.write(
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.dispatch","id":"d"}}"#
        + "\n"
        + #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"d","input":"\#(input)"}}"#
        + "\n")
    let reader = LineReader(host.child.output)
    // The creation's answer, then updates until the log is complete.
    var found: [String] = []
    while found.count < expected.count, reader.isReady(within: 600) {
      reader.read()
      while let line = reader.next() {
        found += expected.filter { line.contains("\"\($0)\"") }
      }
      if reader.hasEnded { break }
    }
    #expect(found == expected)
    #expect(host.finish().end == .status(0))
  }
}
