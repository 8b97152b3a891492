import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `clock/advance`: each timer that falls due is a turn.
  static let advanceClock = ofPlayer { (_, time, request: AdvanceClockRequest) throws(RPCError) in
    if let excess = request.excess(now: time.time) { throw excess }
    let end = time.beginAdvance(nanoseconds: request.nanoseconds)
    return .turns(
      next: { time.advanceToNextTimer(before: end) },
      result: { AdvanceClockRequest.result(now: time.time) })
  }

  /// What the player of a transcript requests, in every phase of the conversation; not in real time.
  static func ofPlayer<Request: FrontendRequest>(
    _ handle: @escaping (Session, any VirtualTime, Request) throws(RPCError) -> Outcome
  ) -> RequestMethod {
    RequestMethod(begin: { _ in }, isOfPlayer: true) {
      (session, request: Request, _) throws(RPCError) in
      guard let time = session.loop.virtualTime else { preconditionFailure("it is not offered") }
      // Only the response belongs to this line; the turns it lets come count as the ViewModels' own.
      session.turn.becomesOwn()
      return try handle(session, time, request)
    }
  }

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
