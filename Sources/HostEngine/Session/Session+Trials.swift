import HostProtocol
import JSON
import JSONRPC

/// A `viewModel/try` that has no answer yet.
struct Trial {
  let id: RequestID
  /// The line that is tried.
  let line: [UInt8]
}

/// What something has come to that was done in a copy of the process.
package nonisolated enum TrialEnd {
  /// The copy has said this, in whole lines.
  case said([UInt8])
  /// The copy has ended before it was done.
  case crashed(String)
  /// There can be no copy now.
  case busy(String)
  /// There never is one.
  case unsupported(String)
}

/// Answers to `viewModel/try`. A line is tried after all turns of the line that asks for it, so in an array after all
/// other messages: what is tried then is what would come next.
extension Session {
  /// Finds out what the lines would come to that are to be tried, and answers that, each in a turn of its own.
  @inline(never)
  func runTrials() {
    if isTrying || awaitsTrials { return }
    isTrying = true
    defer { isTrying = false }
    while let trial = trials.first {
      perform(.tried(outcome(of: loop.tryOut { [self] in rehearse(trial.line) })))
      if outbox.isFull { outbox.makeRoom?() }
    }
  }

  /// Handles a line in a copy of the process: what the session says there nobody hears, and nothing is written down.
  ///
  /// - Returns: what it says.
  private func rehearse(_ line: [UInt8]) -> [UInt8] {
    turnLog = nil
    supportsQuiet = false
    services.takesAll = true
    outbox.makeRoom = nil
    outbox.replayedPipe = nil
    // What waited for a slow reader comes before the answer, too.
    perform(.room)
    outbox.bytes.removeAll()
    line.withUnsafeBytes { perform(.line(.complete($0))) }
    return outbox.bytes.withBytes { Array($0) }
  }

  private func outcome(of end: TrialEnd) -> Result<JSONValue, RPCError> {
    switch end {
    case .said(let bytes):
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      return .success(TryRequest.result(lines.compactMap { try? JSONValue(parsing: $0) }))
    case .crashed(let reason): return .success(TryRequest.result(CrashReason(reason)))
    case .busy(let reason):
      return .failure(RPCError(.busy, "Nothing can be tried now: \(reason)"))
    case .unsupported(let reason): return .failure(RPCError(.methodNotFound, reason))
    }
  }

  /// Answers the first.
  func answerTrial(_ outcome: Result<JSONValue, RPCError>) {
    guard !trials.isEmpty else { return }
    turn.answers.append(Answer(.response(trials.removeFirst().id, outcome)))
  }

  /// The conversation is over before they were tried.
  func refuseTrials() {
    for trial in trials {
      turn.answers.append(
        Answer(.response(trial.id, .failure(RPCError(.shutDown, "The host is ending")))))
    }
    trials.removeAll()
  }

  /// Whether there is one that has no answer.
  package var hasTrials: Bool { !trials.isEmpty }
}
