import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `clock/advance`: each timer that falls due is a turn.
  static let advanceClock = ofPlayer {
    (session, time, request: AdvanceClockRequest) throws(RPCError) in
    if let excess = request.excess(now: time.time) { throw excess }
    time.advance(nanoseconds: request.nanoseconds) { session.cutOwnTurn() }
    return AdvanceClockRequest.result(now: time.time)
  }

  /// What the player of a transcript requests, in every phase of the conversation; not in real time.
  static func ofPlayer<Request: FrontendRequest>(
    _ handle: @escaping (Session, any VirtualTime, Request) throws(RPCError) -> JSONValue
  ) -> RequestMethod {
    RequestMethod(begin: { _ in }, isOfPlayer: true) {
      (session, request: Request, reply) throws(RPCError) in
      guard let time = session.loop.virtualTime else { preconditionFailure("it is not offered") }
      // Nothing is of this line but its answer: what it lets come is a ViewModel's own.
      session.turn.isOfLine = false
      let result = try handle(session, time, request)
      guard reply.batch == nil else { return .result(result) }
      session.turn.playerAnswers.append(.response(reply, .success(result)))
      return .later
    }
  }
}
