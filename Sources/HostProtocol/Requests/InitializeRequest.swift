import JSON
import JSONRPC

/// `initialize`: what the frontend speaks, can do and wants.
package struct InitializeRequest: FrontendRequest {
  package static let method = "initialize"

  package var protocolVersions: [String]
  package var mergesUpdates: Bool
  package var services: [String]
  package var logLevel: LogLevel

  package init(_ params: Params) throws(RPCError) {
    protocolVersions = try params.strings("protocolVersions")
    let capabilities = try params.nested("capabilities")
    mergesUpdates = try capabilities.optionalBool("mergeUpdates") ?? true
    logLevel = try LogLevel(capabilities)
    services = capabilities["services"] == nil ? [] : try capabilities.strings("services")
  }

  /// The answer.
  package struct Result {
    package var protocolVersion: String
    package var hostName: String
    package var hostVersion: String
    package var lineBytes: Int
    package var depth: Int
    package var queueBytes: Int
    package var calls: Int

    package init(
      protocolVersion: String, hostName: String, hostVersion: String, lineBytes: Int, depth: Int,
      queueBytes: Int, calls: Int
    ) {
      self.protocolVersion = protocolVersion
      self.hostName = hostName
      self.hostVersion = hostVersion
      self.lineBytes = lineBytes
      self.depth = depth
      self.queueBytes = queueBytes
      self.calls = calls
    }

    package var json: JSONValue {
      [
        "protocolVersion": .string(protocolVersion),
        "host": ["name": .string(hostName), "version": .string(hostVersion)],
        "capabilities": ["batch": true, "mergeUpdates": true, "services": true],
        "limits": [
          "lineBytes": .integer(Int64(lineBytes)), "depth": .integer(Int64(depth)),
          "queueBytes": .integer(Int64(queueBytes)), "calls": .integer(Int64(calls)),
        ],
      ]
    }
  }
}
