import JSON

extension RequestMethod {
  /// `host/pending`: what may still change something although nothing more is sent.
  static let pending = RequestMethod(name: "host/pending") { session, _, _ in
    var result: JSONObject = [
      "inputs": .integer(Int64(session.running.count)),
      "services": .integer(Int64(session.services.openCount)),
    ]
    if let time = session.loop.timeToNextTimer { result["timer"] = .integer(time) }
    return .result(.object(result))
  }
}
