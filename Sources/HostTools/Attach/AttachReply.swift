import JSON
import ViewModelHost

/// What a line of a script comes to: a status, as shells have them, and what was asked for, or why there is nothing.
struct AttachReply: Error, Equatable {
  let status: Int
  /// In one line; `nil` where a command gives nothing.
  let text: String?
  /// The error of the host, if it is one.
  var error: JSONValue?

  /// Why there is nothing.
  enum Failure: Int {
    case usage = 2
    /// The host refuses.
    case request
    case closed = 5
    case died, version, protocolBroken, closedByScript
    case timeout = 124
    case notFound = 127
  }

  static let done = AttachReply(status: 0, text: nil)

  /// As it is sent to the script.
  var line: String { text.map { "\(status) \($0)" } ?? "\(status)" }

  static func json(_ value: JSONValue) -> AttachReply {
    AttachReply(status: 0, text: value.description)
  }

  /// A text without its quotes; else as JSON.
  static func plain(_ value: JSONValue) -> AttachReply {
    guard case .string(let text) = value else { return json(value) }
    let escaped = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\").split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\\n")
    return AttachReply(status: 0, text: escaped)
  }

  static func failed(_ failure: Failure, _ words: String, error: JSONValue? = nil) -> AttachReply {
    AttachReply(status: failure.rawValue, text: VisibleText.inOneLine(words), error: error)
  }

  /// What the host refuses.
  static func refused(_ error: JSONValue, as failure: Failure = .request) -> AttachReply {
    failed(failure, error.text("message"), error: error)
  }
}
