extension RequestMethod {
  /// `ping`: tells that the host is there.
  static let ping = RequestMethod(name: "ping", isAlwaysAllowed: true) { _, _, _ in .result([:]) }
}
