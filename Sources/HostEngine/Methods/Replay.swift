import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `clock/advance`: moves the clock. Each timer that is due is a turn.
  static let advanceClock = ofPlayer { (_, time, request: AdvanceClockRequest) throws(RPCError) in
    if let excess = request.excess(now: time.time) { throw excess }
    let end = time.beginAdvance(nanoseconds: request.nanoseconds)
    return .turns(
      next: { time.advanceToNextTimer(before: end) },
      result: { AdvanceClockRequest.result(now: time.time) })
  }

  /// A request of the player of a transcript, in every phase of the conversation; only with virtual
  /// time.
  static func ofPlayer<Request: FrontendRequest>(
    _ handle: @escaping (Session, any VirtualTime, Request) throws(RPCError) -> Outcome
  ) -> RequestMethod {
    RequestMethod(begin: { _ in }, isOfPlayer: true) {
      (session, request: Request, _) throws(RPCError) in
      guard let time = session.loop.virtualTime else { preconditionFailure("it is not offered") }
      // Only the response belongs to this line; the turns it lets come count as the ViewModels'
      // own.
      session.turn.countAsOwn()
      return try handle(session, time, request)
    }
  }

  /// A recorded event that is replayed as a turn.
  private static func event<Event: ReplayRequest>(
    _ happen: @escaping (Session, any VirtualTime, Event) throws(RPCError) -> Void
  ) -> RequestMethod {
    ofPlayer { (session, time, event: Event) throws(RPCError) in
      session.turn.count()
      try happen(session, time, event)
      return .turns(next: { false }, result: { [:] })
    }
  }

  /// `replay/hold`.
  static let hold = ofPlayer { (session, time, request: HoldRequest) in
    time.holdArrivals()
    session.awaitsTrials = true
    session.setLimits(lineBytes: request.lineBytes, calls: request.calls)
    return .played([:])
  }

  /// `replay/run`.
  static let run = event { (_, time, request: RunRequest) throws(RPCError) in
    for step in request.steps where !time.run(step) { throw RunRequest.refusal(step.task) }
  }

  /// `replay/arrival`.
  static let arrival = event { (_, time, request: ArrivalRequest) throws(RPCError) in
    guard time.release(task: request.task) else { throw request.refusal }
  }

  /// `replay/proceed`.
  static let proceed = event { (_, time, _: ProceedRequest) in time.resumeDeferred() }

  /// `replay/tried`.
  static let tried = event { (session, _, event: TriedRequest) throws(RPCError) in
    guard session.hasTrials else { throw TriedRequest.refusal }
    session.answerTrial(event.outcome)
  }

  /// `replay/pipe`: the recorded state of the pipe. What it causes belongs to the turns before.
  static let pipe = ofPlayer { (session, _, request: PipeRequest) in
    session.outbox.replayedPipe = request
    return .turns(next: { false }, result: { [:] })
  }

  /// `replay/quiet`.
  static let quiet = ofPlayer { (session, _, _: QuietRequest) in
    session.outbox.wantsFlush = true
    return .played([:])
  }
}
