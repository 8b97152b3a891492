import HostProtocol

extension RequestMethod {
  /// `ping`: tells that the host is there.
  static let ping = RequestMethod(begin: { _ in }) { (_, _: PingRequest, _) in .result([:]) }
}
