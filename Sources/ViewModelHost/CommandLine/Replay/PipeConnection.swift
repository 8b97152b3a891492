import JSONRPC
import Transcripts

/// Talks with a host over two pipes.
///
/// A host does not say when it has said everything. So each line is followed by a `ping`, which is always answered, and
/// after everything that the line before it set off.
nonisolated final class PipeConnection: HostConnection {
  /// The request that finds the end of an answer, and what the host says to it; transcripts must not use its id.
  private static let ping = #"{"jsonrpc":"2.0","id":"replay/quiet","method":"ping"}"#
  private static let pong = #"{"jsonrpc":"2.0","id":"replay/quiet","result":{}}"#

  private let toHost: OutputPipe
  private let fromHost: Descriptor
  private let timeout: Duration
  private let ending: () -> String?
  private var decoder = LineDecoder(limit: .max / 2)
  private var hasEnded = false

  /// - Parameters:
  ///   - toHost: where the host reads; it is closed at the end.
  ///   - fromHost: where the host's output comes.
  ///   - timeout: how long the host may take for one line.
  ///   - ending: called when the host has closed its output; waits for its end, and says what is wrong with that.
  init(
    to toHost: Descriptor,
    from fromHost: Descriptor,
    timeout: Duration,
    ending: @escaping () -> String? = { nil }
  ) {
    self.toHost = OutputPipe(toHost)
    self.fromHost = fromHost
    self.timeout = timeout
    self.ending = ending
  }

  func exchange(_ line: String) -> HostAnswer {
    hasEnded ? HostAnswer() : converse(Array("\(line)\n\(Self.ping)\n".utf8))
  }

  func finish() -> HostAnswer {
    toHost.descriptor.close()
    return hasEnded ? HostAnswer() : converse([])
  }

  /// Writes and reads at the same time, so that neither side waits for the other, until the host is quiet or has ended.
  private func converse(_ bytes: [UInt8]) -> HostAnswer {
    let deadline = ContinuousClock.now + timeout
    var unsent = bytes[...]
    var lines: [String] = []
    while true {
      while let line = nextLine() {
        if line == Self.pong { return HostAnswer(lines: lines) }
        lines.append(line)
      }
      if hasEnded { return HostAnswer(lines: lines, problem: ending()) }
      let rest = deadline - .now
      guard rest > .zero else {
        return HostAnswer(lines: lines, problem: "no answer within \(timeout.components.seconds) s")
      }
      var entries = [Poll.Entry(fromHost, .read)]
      if !unsent.isEmpty { entries.append(Poll.Entry(toHost.descriptor, .write)) }
      Poll.wait(&entries, milliseconds: Int(clamping: rest.components.seconds * 1000 + 1000))
      if entries.count > 1 && entries[1].isReady { send(&unsent) }
      if entries[0].isReady { receive() }
    }
  }

  private func send(_ unsent: inout ArraySlice<UInt8>) {
    switch unsent.withUnsafeBytes({ toHost.write($0) }) {
    case .bytes(let count): unsent.removeFirst(count)
    case .wouldBlock: break
    // The host reads no more; what it has still to say, it says.
    case .closed: unsent = []
    }
  }

  private func receive() {
    let count = decoder.fill { buffer in
      if case .bytes(let count) = fromHost.read(into: buffer) { count } else { 0 }
    }
    hasEnded = count <= 0
  }

  private func nextLine() -> String? {
    var line = decoder.next()
    if line == nil && hasEnded { line = decoder.finish() }
    guard case .complete(let bytes)? = line else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
