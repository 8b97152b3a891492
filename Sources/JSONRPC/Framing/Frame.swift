/// How messages are told apart in a stream of bytes.
public enum Framing: Sendable {
  /// One message a line, ended by LF.
  case lines
  /// Each message after a header with its length in bytes, as in the Language Server Protocol (its "Base Protocol").
  case headers

  /// What stands before a message of so many bytes when messages have headers.
  package static func header(of count: Int) -> String { "Content-Length: \(count)\r\n\r\n" }

  /// How many bytes a message takes, with what frames it.
  package func count(of message: Int) -> Int {
    switch self {
    case .lines: message + 1
    case .headers: Self.header(of: message).utf8.count + message
    }
  }
}

/// The bytes of one message, or what became of it.
public enum Frame {
  /// The bytes, without what frames them; valid until the decoder is used again.
  case complete(UnsafeRawBufferPointer)
  /// There was a message of more bytes than the limit.
  case tooLong
  /// There was a header that does not tell how long its message is, for this reason.
  case malformed(String)
}
