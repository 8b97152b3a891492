import HostProtocol

extension RequestMethod {
  /// `ping`: tells that the host is there.
  static let ping = RequestMethod(isAlwaysAllowed: true) { (_, _: PingRequest, _) in .result([:]) }
}
