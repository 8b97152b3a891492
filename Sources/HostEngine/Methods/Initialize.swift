import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `initialize`: agrees on a version, and takes in what the frontend can do and wants.
  static let initialize = RequestMethod(begin: checkPhase) {
    (session, request: InitializeRequest, _) throws(RPCError) in
    let offered = request.protocolVersions
    let supported = HostInformation.protocolVersions
    guard let version = supported.first(where: offered.contains) else {
      session.refuse()
      throw RPCError(
        .unsupportedVersion,
        "No common protocol version: the frontend speaks \(list(offered)), this host \(list(supported))",
        data: ["supported": .array(supported.map { .string($0) })])
    }
    session.begin(
      Session.Agreement(logLevel: request.logLevel, mergesUpdates: request.mergesUpdates))
    session.services.answered = Set(request.services)
    let result = InitializeRequest.Result(
      protocolVersion: version, hostName: session.about.name, hostVersion: session.about.version,
      lineBytes: session.options.lineLimit, depth: JSONValue.defaultDepthLimit,
      queueBytes: session.options.queueLimit, calls: session.options.callLimit)
    return .result(result.json)
  }

  private static func checkPhase(_ session: Session) throws(RPCError) {
    switch session.phase {
    case .fresh, .refused: break
    case .running:
      throw RPCError(
        .invalidRequest, "initialize comes once, before every request but ping and clock/advance")
    case .shutDown, .ended: throw RPCError(.shutDown, "The host is shut down")
    }
  }

  private static func list(_ versions: [String]) -> String {
    versions.isEmpty ? "none" : versions.joined(separator: ", ")
  }
}
