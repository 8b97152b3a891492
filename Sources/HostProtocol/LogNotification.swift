import JSON
import JSONRPC

/// `host/log`: a line for people.
package struct LogNotification: HostNotification {
  package static let method = "host/log"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "For people.",
      params: .sent([
        "level": .oneOf(LogLevel.allCases.filter { $0 != .off }.map(\.rawValue)),
        "message": .text,
      ]))
  }

  package let params: JSONValue

  package init(_ level: LogLevel, _ message: String) {
    params = ["level": .string(level.rawValue), "message": .string(message)]
  }
}

/// How important a log line is.
package enum LogLevel: String, CaseIterable, Comparable {
  case debug, info, warning, error
  case off

  /// The member `log` of the capabilities.
  init(_ capabilities: NestedParams) throws(RPCError) {
    let name = try capabilities.optionalChoice("log", of: Self.allCases.map(\.rawValue))
    self = name.flatMap(Self.init(rawValue:)) ?? .off
  }

  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
