import JSON
import TestSupport
import Testing

@testable import ViewModelHost

/// Timers in real time, of which many fall due at once.
@Suite(.waitsForProcesses) nonisolated struct TimerOrderTests {
  private static let count = 2_000

  /// Each end of a wait is a turn of its own, and with `mergeUpdates: false` each turn an update.
  ///
  /// A sleep of a task is set by another thread, and only in a recording does it count from the
  /// turn that has called for it.
  @Test(arguments: [
    ("user", true), ("user.task", true), ("user.relays", false), ("user.combine", false),
  ])
  func whatFallsDueTogetherEndsOneByOneInItsOrder(viewModel: String, isRecorded: Bool) throws {
    let folder = try TemporaryFolder()
    let host = try HostProcess(
      "example-host", isRecorded ? ["--record", folder.path("a.transcript")] : [])
    let reader = LineReader(host.child.output)
    var lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"#
        + #""capabilities":{"mergeUpdates":false}}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"\#(viewModel)","id":"u"}}"#,
    ]
    for number in 1...Self.count {
      lines.append(
        #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"u","input":"fetch","#
          + #""arguments":{"userId":\#(number)}}}"#)
    }
    // The host says nothing to these but two answers, so both fit into their pipes.
    host.write(lines.map { "\($0)\n" }.joined())

    var users: [JSONValue] = []
    while users.count < Self.count, reader.isReady(within: 600) {
      reader.read()
      while let line = reader.next() { users += try newUsers(line) }
      if reader.hasEnded { break }
    }
    #expect(users == (1...Self.count).map { .integer(Int64($0)) })
    #expect(host.finish().end == .status(0))
  }

  /// The user that an update is about, if the line is an update.
  private func newUsers(_ line: String) throws -> [JSONValue] {
    guard case .array(let updates)? = try JSONValue(parsing: line)["params"]?["updates"],
      case .array(let patch)? = updates.first?["patch"]
    else { return [] }
    return patch.compactMap { $0["value"]?["id"] ?? $0["value"] }
  }
}
