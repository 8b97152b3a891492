import OperatingSystem
import Transcripts

/// Talks with a host over two pipes.
///
/// A host does not mark the end of its output for a line. So each line is followed by a
/// `replay/quiet`, which is answered after all results of the line. The host answers it before it
/// handles the next line, so several lines can be sent ahead.
package nonisolated final class PipeConnection: HostConnection {
  /// The request that finds the end of an answer, and its response.
  private let ping: String
  private let pong: String
  private let toHost: LineSender
  private let fromHost: LineReader
  private let limit: Limit?
  private let ending: () -> String?
  /// The number of next lines that were sent already.
  private var countAhead = 0
  /// The maximum number of lines sent ahead: enough that neither side waits at each line.
  private static let mostAhead = 128

  /// The limit for one line, as a ``ProgressTimeout``.
  package struct Limit {
    let seconds: Int
    /// The clock of the host's processor time.
    let clock: ProcessorClock
  }

  /// - Parameters:
  ///   - transcript: the transcript, in which the request's id does not occur.
  ///   - toHost: the host's input; it is closed at the end.
  ///   - fromHost: the host's output.
  ///   - limit: the time limit; `nil` if another object watches the time.
  ///   - ending: waits for the end of a host that has closed its output, and returns an error.
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

  /// Writes and reads at the same time, so that neither side blocks the other, until the host is
  /// quiet or has ended.
  private func converse() -> HostAnswer {
    // Starts with the first wait: most often the answer is available at once.
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
  /// An id that does not occur in the transcript.
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
