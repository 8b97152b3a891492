import JSON
import ViewModelHost

/// The answer to a line of a script: a status as of a shell, and the result or the reason of the
/// failure.
struct AttachReply: Error, Equatable {
  let status: Int
  /// The result in one line; `nil` for a command without one.
  let text: String?
  /// The error that the host sent, if the host refused.
  var error: JSONValue?

  /// Why a command failed; the raw value is its status.
  enum Failure: Int {
    case usage = 2
    /// The host answered with an error.
    case request
    case closed = 5
    case died, version, protocolBroken, closedByScript
    case timeout = 124
    case notFound = 127
  }

  static let done = AttachReply(status: 0, text: nil)

  /// The line that the script receives.
  var line: String { text.map { "\(status) \($0)" } ?? "\(status)" }

  static func json(_ value: JSONValue) -> AttachReply {
    AttachReply(status: 0, text: value.description)
  }

  /// A string without its quotes; any other value as JSON.
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

  /// An error response of the host.
  static func refused(_ error: JSONValue, as failure: Failure = .request) -> AttachReply {
    failed(failure, error.text("message"), error: error)
  }
}
