import HostProtocol

extension RequestMethod {
  /// `shutdown`: disposes everything; the process goes on until `exit` or the end of its input.
  static let shutdown = RequestMethod { (session, _: ShutdownRequest, _) in
    if session.instances.hasUnannounced {
      session.turn.repeatMessage()
      return .later
    }
    session.shutDown()
    return .result([:])
  }
}
