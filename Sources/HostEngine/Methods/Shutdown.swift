import HostProtocol

extension RequestMethod {
  /// `shutdown`: disposes everything; the process goes on until `exit` or the end of its input.
  static let shutdown = RequestMethod { (session, _: ShutdownRequest, _) in
    session.disposeAll()
    session.phase = .shutDown
    return .result([:])
  }
}
