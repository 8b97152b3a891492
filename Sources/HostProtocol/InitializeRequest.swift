import JSON
import JSONRPC

/// `initialize`: the protocol versions, capabilities and choices of the frontend.
package struct InitializeRequest: FrontendRequest {
  package static let method = "initialize"

  package static var schema: RequestSchema {
    RequestSchema(
      "What the frontend speaks, can do and wants. It comes first, if at all.",
      params: .object(
        ["protocolVersions": .list(of: .text)],
        optional: [
          "client": .object(["name": .text], optional: ["version": .text]),
          "capabilities": .object(optional: [
            "mergeUpdates": .anyOf(.bool, .object(["milliseconds": .count])),
            "integers": .oneOf(integerForms), "services": .list(of: .text), "restarts": .bool,
            "turns": .bool, "log": .oneOf(LogLevel.allCases.map(\.rawValue)),
          ]),
        ]),
      result: .sent([
        "protocolVersion": .text, "host": .sent(["name": .text, "version": .text]),
        "capabilities": .sent([
          "batch": .constant(true), "mergeUpdates": .constant(true), "services": .constant(true),
        ]),
        "limits": .sent([
          "lineBytes": .count, "depth": .count, "queueBytes": .count, "calls": .count,
        ]),
      ]))
  }

  /// The longest interval between updates, in milliseconds: answers that wait for an update, such
  /// as that of an undo, must not wait longer.
  package static let longestInterval = 1000

  private static let integerForms = ["numbers", "strings"]

  package var protocolVersions: [String]
  package var mergesUpdates: Bool
  /// The shortest interval between two updates, in milliseconds; 0 for none.
  package var updateInterval: Int
  /// Whether integers that a double does not hold exactly are written as strings.
  package var quotesLargeIntegers: Bool
  package var services: [String]
  package var logLevel: LogLevel
  /// Whether it wants to be notified when another process continues the session.
  package var wantsRestarts: Bool
  /// Whether updates have the numbers of their turns.
  package var wantsTurns: Bool

  /// The params, unchanged.
  package let json: JSONValue

  package init(_ params: Params) throws(RPCError) {
    json = params.json
    protocolVersions = try params.strings("protocolVersions")
    if params.optional("client") != nil {
      let client = try params.nested("client")
      _ = try client.string("name")
      _ = try client.optionalString("version")
    }
    let capabilities = try params.nested("capabilities")
    if capabilities.optional("mergeUpdates")?.objectValue != nil {
      mergesUpdates = true
      updateInterval = try capabilities.nested("mergeUpdates").count("milliseconds")
    } else {
      mergesUpdates = try capabilities.optionalBool("mergeUpdates") ?? true
      updateInterval = 0
    }
    quotesLargeIntegers =
      try capabilities.optionalChoice("integers", of: Self.integerForms) == "strings"
    logLevel = try LogLevel(capabilities)
    wantsRestarts = try capabilities.optionalBool("restarts") ?? false
    wantsTurns = try capabilities.optionalBool("turns") ?? false
    services = capabilities.optional("services") == nil ? [] : try capabilities.strings("services")
  }

  package static func result(
    protocolVersion: String, hostName: String, hostVersion: String, lineBytes: Int, depth: Int,
    queueBytes: Int, calls: Int
  ) -> JSONValue {
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
