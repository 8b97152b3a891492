import HostProtocol
import JSON
import JSONRPC

/// What a recording says besides time.
extension RequestMethod {
  /// `replay/hold`.
  static let hold = ofPlayer { (_, time, _: HoldRequest) in
    time.holdArrivals()
    return .played([:])
  }

  /// `replay/run`: no turn.
  static let run = ofPlayer { (_, time, request: RunRequest) throws(RPCError) in
    for task in request.tasks where !time.runStep(of: task) { throw RunRequest.refusal(task) }
    return .played([:])
  }

  /// `replay/arrival`: a turn.
  static let arrival = ofPlayer { (_, time, request: ArrivalRequest) throws(RPCError) in
    guard time.release(task: request.task) else { throw request.refusal }
    return .oneTurn
  }

  /// `replay/pipe`: a turn when there is room for what had to wait.
  static let pipe = ofPlayer { (session, _, request: PipeRequest) in
    let wasBackedUp = session.outbox.replayedPipe?.isBackedUp ?? false
    session.outbox.replayedPipe = request
    return wasBackedUp && !request.isBackedUp ? .oneTurn : .played([:])
  }

  /// `replay/quiet`.
  static let quiet = ofPlayer { (session, _, _: QuietRequest) in
    session.outbox.wantsFlush = true
    return .played([:])
  }
}
