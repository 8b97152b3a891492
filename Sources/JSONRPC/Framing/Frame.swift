/// The separation of messages in a stream of bytes.
public enum Framing: Sendable {
  /// One message per line, ended by LF.
  case lines
  /// Each message behind a header with its length in bytes, as in the Language Server Protocol
  /// ("Base Protocol").
  case headers

  /// Returns the header of a message, whose length is in bytes.
  package static func header(of count: Int) -> String { "Content-Length: \(count)\r\n\r\n" }

  /// Returns the length of a message with its framing, in bytes.
  package func count(of message: Int) -> Int {
    switch self {
    case .lines: message + 1
    case .headers: Self.header(of: message).utf8.count + message
    }
  }
}

/// The bytes of a message, or why there are none.
public enum Frame {
  /// The bytes without framing; valid until the decoder is used again.
  case complete(UnsafeRawBufferPointer)
  /// The message is longer than the limit.
  case tooLong
  /// The header does not say how long its message is, for this reason.
  case malformed(String)
}
