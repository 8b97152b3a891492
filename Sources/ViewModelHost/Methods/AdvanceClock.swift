import HostProtocol
import JSONRPC

extension RequestMethod {
  /// `clock/advance`: each timer that falls due is a turn.
  static let advanceClock = RequestMethod(
    begin: { _ in }, isOffered: { $0.loop.isVirtual }
  ) { (session, request: AdvanceClockRequest, _) in
    let now = session.loop.advance(milliseconds: request.milliseconds) {
      session.cut()
      // One line can set off any number of turns.
      if session.outbox.isFull { session.makeRoom?() }
    }
    return .result(AdvanceClockRequest.result(now: now))
  }
}
