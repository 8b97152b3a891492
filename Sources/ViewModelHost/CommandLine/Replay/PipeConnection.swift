import OperatingSystem
import Transcripts

/// Talks with a host over two pipes.
///
/// A host does not say when it has said everything. So each line is followed by a `replay/quiet`, which is always
/// answered, and after everything that the line before it set off. The host sends that answer before it handles the
/// next line, so some lines can be on their way to it while the answers to the first of them are awaited.
package nonisolated final class PipeConnection: HostConnection {
  /// The request that finds the end of an answer, and what the host says to it.
  private let ping: String
  private let pong: String
  private let toHost: LineSender
  private let fromHost: LineReader
  private let limit: Limit?
  private let ending: () -> String?
  /// How many of the next lines have been sent already.
  private var countAhead = 0
  /// How many are sent ahead at most: enough that neither side waits for the other at each line.
  private static let mostAhead = 128

  /// How long the host may take for one line: the limit of a ``ProgressTimeout``.
  package struct Limit {
    let seconds: Int
    /// The processor time that the host uses.
    let clock: ProcessorClock
  }

  /// - Parameters:
  ///   - transcript: what is played; the request's id does not occur in it.
  ///   - toHost: where the host reads; it is closed at the end.
  ///   - fromHost: where the host's output comes.
  ///   - limit: how long the host may take; `nil` when somebody else watches that.
  ///   - ending: called when the host has closed its output; waits for its end, and says what is wrong with that.
  package init(
    playing transcript: Transcript,
    to toHost: Descriptor,
    from fromHost: Descriptor,
    limit: Limit?,
    ending: @escaping () -> String? = { nil }
  ) {
    let id = transcript.unusedID
    ping = #"{"jsonrpc":"2.0","id":"\#(id)","method":"replay/quiet"}"#
    pong = #"{"jsonrpc":"2.0","id":"\#(id)","result":{}}"#
    self.toHost = LineSender(toHost)
    self.fromHost = LineReader(fromHost)
    self.limit = limit
    self.ending = ending
  }

  package func exchange(_ line: String) -> HostAnswer { exchange(line, before: []) }

  package func exchange(_ line: String, before next: ArraySlice<String>) -> HostAnswer {
    if fromHost.hasEnded { return HostAnswer() }
    if countAhead > 0 { countAhead -= 1 } else { send(line) }
    if countAhead < Self.mostAhead / 2 {
      for line in next.prefix(Self.mostAhead).dropFirst(countAhead) {
        send(line)
        countAhead += 1
      }
    }
    return converse()
  }

  private func send(_ line: String) {
    toHost.append(line)
    toHost.append(ping)
  }

  package func finish() -> HostAnswer {
    toHost.close()
    return fromHost.hasEnded ? HostAnswer() : converse()
  }

  /// Writes and reads at the same time, so that neither side waits for the other, until the host is quiet or has ended.
  private func converse() -> HostAnswer {
    // Begins with the first wait: most often the answer is there already.
    var patience: ProgressTimeout?
    var lines: [String] = []
    while true {
      while let line = fromHost.next() {
        if line == pong { return HostAnswer(lines: lines) }
        lines.append(line)
      }
      if fromHost.hasEnded { return HostAnswer(lines: lines, problem: ending()) }
      var entries = [Poll.Entry(fromHost.descriptor, .read)]
      if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
      if let limit, patience == nil {
        patience = ProgressTimeout(seconds: limit.seconds, from: limit.clock.reading)
      }
      Poll.wait(&entries, milliseconds: limit == nil ? nil : ProgressTimeout.interval)
      if let limit, patience?.advance(to: limit.clock.reading) == true, !entries[0].isReady {
        return HostAnswer(lines: lines, problem: "no answer within \(limit.seconds) s")
      }
      if entries.count > 1 && entries[1].isReady { toHost.flush() }
      if entries[0].isReady { fromHost.read() }
    }
  }
}

extension Transcript {
  /// An id that stands nowhere in it.
  nonisolated fileprivate var unusedID: String {
    let id = "replay/quiet"
    var (number, result) = (0, id)
    while lines.contains(where: { $0.text.hasCodeUnits(of: result) }) {
      number += 1
      result = "\(id)/\(number)"
    }
    return result
  }
}
