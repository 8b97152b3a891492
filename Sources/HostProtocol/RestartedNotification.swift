import JSON
import JSONRPC

/// `host/restarted`: another process continues the session, as the former one has ended, or as
/// there is a new executable. Only supervised hosts send it, to frontends that ask for it.
package struct RestartedNotification: HostNotification {
  package static let method = "host/restarted"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "Another process continues the session.",
      params: .sent(
        ["cause": .oneOf(["crash", "executable"]), "reason": .text, "milliseconds": .count],
        optional: ["file": .text, "line": .count, "differs": .list(of: .instanceID)]))
  }

  package let params: JSONValue

  /// - Parameters:
  ///   - reason: how the process ended.
  ///   - milliseconds: how long no process served.
  ///   - differing: the ids of the instances whose state has changed.
  package init(_ reason: CrashReason, milliseconds: Int64, differing: [String] = []) {
    self.init("crash", reason.members, milliseconds, differing)
  }

  /// Creates a notification of a new executable.
  ///
  /// - Parameter milliseconds: how long no process served.
  package init(ofNewExecutable milliseconds: Int64) {
    self.init("executable", ["reason": "there is a new executable"], milliseconds, [])
  }

  private init(
    _ cause: String, _ members: JSONObject, _ milliseconds: Int64, _ differing: [String]
  ) {
    var params: JSONObject = ["cause": .string(cause)]
    for (name, value) in members { params[name] = value }
    params["milliseconds"] = .integer(milliseconds)
    if !differing.isEmpty { params["differs"] = .array(differing.map { .string($0) }) }
    self.params = .object(params)
  }

  /// Creates a recorded notification.
  package init(params: JSONValue) { self.params = params }
}

/// How the process of a host ended.
package struct CrashReason {
  /// A sentence for people: `ended by SIGILL: a/B.swift:3: Fatal error: boom`.
  package var words: String
  /// The Swift file and line at which it ended, if known.
  package var location: (file: String, line: Int)?

  package init(_ words: String) {
    self.words = words
    location = Self.location(in: words)
  }

  /// The members `reason`, and `file` and `line` if known.
  package var members: JSONObject {
    var members: JSONObject = ["reason": .string(words)]
    if let location {
      members["file"] = .string(location.file)
      members["line"] = .integer(Int64(location.line))
    }
    return members
  }

  /// The error for a request that has ended the process.
  package var error: RPCError {
    RPCError(
      .crashed, "The host crashed, and continues without this: \(words)", data: .object(members))
  }

  /// Returns the first `FILE.swift:LINE` in a sentence, except those of the standard library, whose
  /// source users do not have.
  private static func location(in words: String) -> (file: String, line: Int)? {
    for word in words.split(separator: " ") {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count > 1, parts[0].hasSuffix(".swift"), !parts[0].hasPrefix("Swift/"),
        let line = Int(parts[1])
      {
        return (String(parts[0]), line)
      }
    }
    return nil
  }
}
