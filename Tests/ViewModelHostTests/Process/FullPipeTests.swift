import OperatingSystem
import TestSupport
import JSON
import Testing

/// A frontend that writes and does not read.
@Suite(.waitsForProcesses) nonisolated struct FullPipeTests {
  private static let count = 100_000

  @Test func updatesMergeAndTheStateIsRight() throws {
    let host = try HostProcess()
    host.write("\(Line.createCounter)\n")
    // The host must continue to read, or this would wait for ever.
    let some = String(repeating: "\(Line.plus)\n", count: 100)
    for _ in 0..<Self.count / 100 { host.write(some) }
    let (lines, end) = host.finish()
    #expect(end == .status(0))
    #expect(lines.first == Line.counterCreated)
    #expect(lines.count < Self.count, "some were merged")
    let (revisions, count) = try replayed(lines.dropFirst())
    #expect(revisions == Array(1..<lines.count))
    #expect(count == Self.count)
  }

  /// Nothing but the time that passes has the host write the state at the end of a flood.
  @Test func theLastStateComes() throws {
    let host = try HostProcess()
    host.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"mergeUpdates":{"milliseconds":20}}}}"#
        + "\n\(Line.createCounter)\n")
    for _ in 0..<1000 { host.write("\(Line.plus)\n") }
    var output: [UInt8] = []
    let last = Array(#""path":"/count","value":1000}"#.utf8)
    var wasSeen = false
    while !wasSeen {
      output += host.readSome()
      wasSeen = output.contains(last)
    }
    let (rest, end) = host.finish()
    #expect(rest == [])
    #expect(end == .status(0))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count < 1000, "some were merged")
    let (revisions, count) = try replayed(lines.dropFirst(2))
    #expect(revisions == Array(1...lines.count - 2))
    #expect(count == 1000)
  }

  @Test func withoutMergingNothingIsLeftOut() throws {
    let host = try HostProcess()
    host.write(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"mergeUpdates":false}}}"#
        + "\n\(Line.createCounter)\n")
    // The host stops reading once 1 MiB waits, so something has to read meanwhile.
    var output: [UInt8] = []
    let some = Array(String(repeating: "\(Line.plus)\n", count: 100).utf8)
    var sent = 0
    var rest = some[...]
    while sent < Self.count || !rest.isEmpty {
      let ready = Poll.wait(for: [
        Poll.Entry(host.child.input, .write), Poll.Entry(host.child.output, .read),
      ])
      if ready[1].isReady { output += host.readSome() }
      if ready[0].isReady {
        // As much as a pipe takes without blocking when there is room.
        let piece = rest.prefix(4096)
        host.write(Array(piece))
        rest = rest.dropFirst(piece.count)
        if rest.isEmpty && sent < Self.count {
          sent += 100
          if sent < Self.count { rest = some[...] }
        }
      }
    }
    host.child.input.close()
    output += host.child.output.readAll()
    host.child.output.close()
    #expect(host.child.wait() == .status(0))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count == Self.count + 2)
    for (index, line) in lines.dropFirst(2).enumerated() {
      guard line == Line.update(index + 1) else {
        Issue.record("line \(index + 3): \(line)")
        break
      }
    }
  }

  /// What a frontend makes of updates: the revisions, and the count at the end.
  private func replayed(_ lines: ArraySlice<String>) throws -> (revisions: [Int], count: Int) {
    var state: JSONValue = ["count": 0, "isEven": true]
    var revisions: [Int] = []
    for line in lines {
      let message = try JSONValue(parsing: line)
      guard case .array(let updates)? = message["params"]?["updates"] else { continue }
      for update in updates {
        if case .integer(let revision)? = update["revision"] { revisions.append(Int(revision)) }
        if let patch = update["patch"] { try JSONPatch(patch).apply(to: &state) }
      }
    }
    guard case .integer(let count)? = state["count"] else { return (revisions, -1) }
    return (revisions, Int(count))
  }
}

nonisolated extension HostProcess {
  /// What is there to read, waiting for at least one byte; nothing at the end.
  func readSome(upTo limit: Int = 65_536) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let outcome = bytes.withUnsafeMutableBytes { child.output.read(into: $0) }
    guard case .bytes(let count) = outcome else { return [] }
    return Array(bytes.prefix(count))
  }

  /// What comes up to a text, with what came together with its end.
  @discardableResult
  func readUp(to text: String) throws -> String {
    var output = ""
    while !output.contains(text) {
      let some = readSome()
      try #require(!some.isEmpty, "the host has ended, and said \(output)")
      output += String(decoding: some, as: UTF8.self)
    }
    return output
  }
}
