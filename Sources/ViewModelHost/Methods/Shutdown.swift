extension RequestMethod {
  /// `shutdown`: disposes everything; the process goes on until `exit` or the end of its input.
  static let shutdown = RequestMethod(name: "shutdown") { session, _, _ in
    session.disposeAll()
    session.phase = .shutDown
    return .result([:])
  }
}
