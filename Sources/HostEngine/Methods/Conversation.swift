import HostProtocol
import JSON
import JSONRPC

extension RequestMethod {
  /// `initialize`: agrees on a version, and notes the frontend's capabilities and choices.
  static let initialize = RequestMethod(begin: checkPhase) {
    (session, request: InitializeRequest, _) throws(RPCError) in
    let offered = request.protocolVersions
    let supported = HostInformation.protocolVersions
    guard
      let version = supported.first(where: { version in
        offered.contains { $0.hasSameCodeUnits(as: version) }
      })
    else {
      session.refuse()
      throw RPCError(
        .unsupportedVersion,
        "No common protocol version: the frontend speaks \(list(offered)), this host \(list(supported))",
        data: ["supported": .array(supported.map { .string($0) })])
    }
    session.begin(
      Session.Agreement(
        request: request.json, logLevel: request.logLevel, mergesUpdates: request.mergesUpdates,
        updateInterval: Int64(min(request.updateInterval, InitializeRequest.longestInterval))
          * 1_000_000,
        quotesLargeIntegers: request.quotesLargeIntegers, wantsRestarts: request.wantsRestarts,
        wantsTurns: request.wantsTurns))
    session.services.answered = Set(request.services.map { ExactString($0) })
    return .result(
      InitializeRequest.result(
        protocolVersion: version, hostName: session.about.name, hostVersion: session.about.version,
        lineBytes: session.options.lineLimit, depth: JSONValue.defaultDepthLimit,
        queueBytes: session.options.queueLimit, calls: session.options.callLimit))
  }

  /// `ping`: answers in every phase.
  static let ping = RequestMethod(begin: { _ in }) { (_, _: PingRequest, _) in .result([:]) }

  /// `host/pending`: what may still cause changes without further input.
  static let pending = RequestMethod { (session, _: PendingRequest, _) in
    .result(
      PendingRequest.result(
        inputs: session.instances.inputCount, services: session.services.openCount,
        tasks: session.loop.taskCount, timer: session.loop.timeToNextTimer))
  }

  /// `shutdown`: disposes all instances. The process runs until `exit` or the end of its input.
  static let shutdown = RequestMethod { (session, _: ShutdownRequest, _) in
    if session.instances.hasUnannounced {
      session.turn.repeatMessage()
      return .later
    }
    session.shutDown()
    return .result([:])
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

extension Session {
  /// `exit`: ends the conversation. The process exits when all output is written.
  func exit() {
    if instances.hasUnannounced { turn.repeatMessage() } else { end() }
  }
}
