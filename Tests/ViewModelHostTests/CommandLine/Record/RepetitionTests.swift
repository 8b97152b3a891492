import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

/// Sessions in real time with all that may come out otherwise: many timers, tasks on other threads
/// and their groups, sets, and a reader that is too slow. Their recordings replay without a
/// difference.
@Suite(.waitsForProcesses) nonisolated struct RepetitionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [("memory", true), ("pipe", true), ("process", true), ("memory", false)])
  func aRecordedSessionReplays(distance: String, merges: Bool) throws {
    let file = folder.path("a.transcript")
    let output = try record(into: file, merges: merges)
    #expect(output.contains("\"id\":\"last\",\"result\""))
    let text = try folder.text("a.transcript")
    for method in ["replay/run", "replay/arrival"] + (merges ? ["replay/pipe"] : []) {
      #expect(text.contains(method), "\(method) was not needed")
    }
    let run = try CommandRun("example-host", ["replay", "--distance", distance, file])
    #expect(run.end == .status(0), "\(run.output.prefix(4000))")
    #expect(run.output.hasPrefix("ok "))
  }

  /// Has a session with 12,000 timers, of which many fall due together.
  ///
  /// - Returns: what the host said.
  private func record(into file: String, merges: Bool) throws -> String {
    let host = try HostProcess("example-host", ["--record", file])
    var output: [UInt8] = []
    var rest = Self.lines(merges: merges).utf8.map { $0 }[...]
    while !rest.isEmpty {
      let ready = Poll.wait(for: [
        Poll.Entry(host.child.input, .write), Poll.Entry(host.child.output, .read),
      ])
      if ready[0].isReady {
        host.write(Array(rest.prefix(4096)))
        rest = rest.dropFirst(4096)
      }
      // Less than there is: so the pipe is full.
      if ready[1].isReady { output += host.readSome(upTo: 700) }
    }
    let end = Array("\"id\":\"last\"".utf8)
    var searched = 0
    // More may come after it, with it.
    while !output[max(searched - end.count, 0)...].contains(end) {
      searched = output.count
      let some = host.readSome()
      if some.isEmpty { break }
      output += some
    }
    let (lines, status) = host.finish()
    #expect(status == .status(0))
    return String(decoding: output, as: UTF8.self) + lines.joined(separator: "\n")
  }

  private static let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]

  private static func lines(merges: Bool) -> String {
    var lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"#
        + #""capabilities":{"mergeUpdates":\#(merges),"turns":true}}}"#
    ]
    for (id, name) in [("u", "user"), ("r", "user.relays"), ("s", "example.survey")] {
      lines.append(
        #"{"jsonrpc":"2.0","id":"\#(id)","method":"viewModel/create","params":{"name":"\#(name)","id":"\#(id)"}}"#
      )
    }
    // More than a pipe holds: the reader cannot keep up, however fast the machine is.
    for number in 1...40 { lines.append(Line.request(number, "viewModel/list", "{}")) }
    for number in 0..<6_000 {
      lines.append(
        input("u", "fetch", #"{"userId":\#(number)}"#, seq: number % 7 == 0 ? number : nil))
      lines.append(input("r", "fetch", #"{"userId":\#(number)}"#))
      let some = (0..<4).map { words[(number * 5 + $0 * 3) % words.count] }.joined(separator: " ")
      switch number % 20 {
      case 3: lines.append(input("s", "add", #"{"text":"\#(some)"}"#))
      case 8: lines.append(input("s", "measure", #"{"text":"\#(some)"}"#))
      case 13:
        let word = words[number / 20 % words.count]
        lines.append(input("s", "remember", #"{"word":"\#(word)","milliseconds":\#(number % 37)}"#))
      default: break
      }
    }
    lines.append(
      #"{"jsonrpc":"2.0","id":"last","method":"viewModel/call","params":{"id":"u","input":"fetch","arguments":{"userId":0}}}"#
    )
    return lines.map { "\($0)\n" }.joined()
  }

  private static func input(
    _ id: String, _ name: String, _ arguments: String, seq: Int? = nil
  ) -> String {
    let seq = seq.map { ",\"seq\":\($0)" } ?? ""
    return
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"\#(id)","input":"\#(name)","#
      + #""arguments":\#(arguments)\#(seq)}}"#
  }
}
