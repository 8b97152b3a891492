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
    guard let found = capabilities.optional("log") else {
      self = .off
      return
    }
    let name = found.stringValue ?? ""
    guard let level = Self.allCases.first(where: { $0.rawValue.hasSameCodeUnits(as: name) }) else {
      let words = Self.allCases.map { "\"\($0)\"" }.joined(separator: ", ")
      throw RPCError(
        invalidParamsAt: capabilities.path + ["log"],
        "expected one of \(words), found \(found.description.prefix(40))")
    }
    self = level
  }

  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
