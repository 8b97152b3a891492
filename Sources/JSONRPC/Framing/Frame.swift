/// How messages are told apart in a stream of bytes.
public enum Framing: Sendable {
  /// One message a line, ended by LF.
  case lines
  /// Each message after a header with its length in bytes, as in the Language Server Protocol (its "Base Protocol").
  case headers
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
