import JSON
import JSONRPC

extension RequestMethod {
  /// `initialize`: agrees on a version, and takes in what the frontend can do and wants.
  static let initialize = RequestMethod(name: "initialize", isAlwaysAllowed: true) {
    session, params, _ throws(RPCError) in
    switch session.phase {
    case .fresh, .refused: break
    case .running:
      throw RPCError(.invalidRequest, "initialize comes once, before every request but ping")
    case .shutDown, .ended: throw RPCError(.shutDown, "The host is shut down")
    }
    let offered = try params.strings("protocolVersions")
    let supported = HostInformation.protocolVersions
    let capabilities = try params.nested("capabilities")
    let merges = try capabilities.optionalBool("mergeUpdates") ?? true
    let level = try logLevel(capabilities)
    let services = capabilities["services"] == nil ? [] : try capabilities.strings("services")
    guard let version = supported.first(where: offered.contains) else {
      session.phase = .refused
      throw RPCError(
        .unsupportedVersion,
        "No common protocol version: the frontend speaks \(list(offered)), this host \(list(supported))",
        data: ["supported": .array(supported.map { .string($0) })])
    }
    session.phase = .running
    session.mergesUpdates = merges
    session.logLevel = level
    session.services.answered = Set(services)
    for advice in session.advice.ofCatalog { session.log(.warning, advice.sentence) }
    return .result([
      "protocolVersion": .string(version),
      "host": ["name": .string(session.about.name), "version": .string(session.about.version)],
      "capabilities": ["batch": true, "mergeUpdates": true, "services": true],
      "limits": [
        "lineBytes": .integer(Int64(session.options.lineLimit)),
        "depth": .integer(Int64(JSONValue.defaultDepthLimit)),
        "queueBytes": .integer(Int64(session.options.queueLimit)),
        "calls": .integer(Int64(session.options.callLimit)),
      ],
    ])
  }

  private static func logLevel(_ capabilities: Params) throws(RPCError) -> LogLevel {
    guard let name = try capabilities.optionalString("log") else { return .off }
    guard let level = LogLevel(rawValue: name) else {
      throw capabilities.mistyped(
        "log", "one of " + LogLevel.allCases.map(\.rawValue).joined(separator: ", "), .string(name))
    }
    return level
  }

  private static func list(_ versions: [String]) -> String {
    versions.isEmpty ? "none" : versions.joined(separator: ", ")
  }
}
