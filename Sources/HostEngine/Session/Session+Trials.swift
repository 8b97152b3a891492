import HostProtocol
import JSON
import JSONRPC

/// A `viewModel/try` that has not been answered.
struct Trial {
  let id: RequestID
  /// The line to try.
  let line: [UInt8]
}

/// The outcome of work in a copy of the process.
package nonisolated enum TrialEnd {
  /// The copy has sent these bytes, which are whole lines.
  case sent([UInt8])
  /// The copy has ended before its work was done, for this reason.
  case crashed(String)
  /// No copy can be made now, for this reason.
  case busy(String)
  /// Copies are not supported here, for this reason.
  case unsupported(String)
}

/// Answers `viewModel/try`. A line is tried after all turns of the line that asks for it, and in an
/// array after all other messages: the answer says what the line would do if it came next.
extension Session {
  /// Runs each pending trial in a copy of the process, and answers it in a turn of its own.
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

  /// Handles a line, in a copy of the process. The frontend does not receive what is sent here, and
  /// the turn log does not record it.
  ///
  /// - Returns: the lines that were sent.
  private func rehearse(_ line: [UInt8]) -> [UInt8] {
    turnLog = nil
    supportsQuiet = false
    services.takesAll = true
    outbox.makeRoom = nil
    outbox.replayedPipe = nil
    // Deferred updates would come before the answer, and are not part of it.
    perform(.room)
    outbox.bytes.removeAll()
    line.withUnsafeBytes { perform(.line(.complete($0))) }
    return outbox.bytes.withBytes { Array($0) }
  }

  private func outcome(of end: TrialEnd) -> Result<JSONValue, RPCError> {
    switch end {
    case .sent(let bytes):
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      return .success(TryRequest.result(lines.compactMap { try? JSONValue(parsing: $0) }))
    case .crashed(let reason): return .success(TryRequest.result(CrashReason(reason)))
    case .busy(let reason):
      return .failure(RPCError(.busy, "Nothing can be tried now: \(reason)"))
    case .unsupported(let reason): return .failure(RPCError(.methodNotFound, reason))
    }
  }

  func answerTrial(_ outcome: Result<JSONValue, RPCError>) {
    guard !trials.isEmpty else { return }
    turn.answers.append(Answer(.response(trials.removeFirst().id, outcome)))
  }

  /// Refuses all pending trials, as the conversation has ended.
  func refuseTrials() {
    for trial in trials {
      turn.answers.append(
        Answer(.response(trial.id, .failure(RPCError(.shutDown, "The host is ending")))))
    }
    trials.removeAll()
  }

  package var hasTrials: Bool { !trials.isEmpty }
}
