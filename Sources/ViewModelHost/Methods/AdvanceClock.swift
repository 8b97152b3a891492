import JSONRPC

extension RequestMethod {
  /// `clock/advance`: lets virtual time pass.
  static let advanceClock = RequestMethod(
    name: "clock/advance", isAlwaysAllowed: true, isOffered: { $0.loop.isVirtual }
  ) { session, params, _ throws(RPCError) in
    let milliseconds = try params.integer("milliseconds")
    guard milliseconds >= 0 else {
      throw RPCError(
        .invalidParams, "params.milliseconds: expected 0 or more, found \(milliseconds)",
        data: ["path": "/milliseconds"])
    }
    let now = session.loop.advance(milliseconds: milliseconds) {
      session.cut()
      // One line can set off any number of turns.
      if session.outbox.isFull { session.makeRoom?() }
    }
    return .result(["now": .integer(now)])
  }
}
