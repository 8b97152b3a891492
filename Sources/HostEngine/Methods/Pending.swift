import HostProtocol

extension RequestMethod {
  /// `host/pending`: what may still change something although nothing more is sent.
  static let pending = RequestMethod { (session, _: PendingRequest, _) in
    .result(
      PendingRequest.result(
        inputs: session.instances.inputs.count, services: session.services.openCount,
        timer: session.loop.timeToNextTimer))
  }
}
