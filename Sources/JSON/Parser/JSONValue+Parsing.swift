extension JSONValue {
  /// The default limit for the nesting depth of arrays and objects.
  public static let defaultDepthLimit = 512

  /// Parses one JSON text (RFC 8259) in UTF-8 without byte order mark.
  ///
  /// It accepts only the grammar. The last of duplicate keys wins. Functions on values are
  /// recursive, so a much larger depth limit than the default needs a larger stack.
  public init(
    parsing bytes: UnsafeRawBufferPointer,
    depthLimit: Int = defaultDepthLimit
  ) throws(JSONParseError) {
    do throws(ParseFault) {
      var parser = Parser(bytes.assumingMemoryBound(to: UInt8.self), depthLimit: depthLimit)
      self = try parser.parseText()
    } catch {
      throw JSONParseError(error, in: bytes)
    }
  }

  /// Parses one JSON text; see ``init(parsing:depthLimit:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing bytes: [UInt8],
    depthLimit: Int = defaultDepthLimit
  ) throws(JSONParseError) {
    self = try bytes.span.withUnsafeBytes { buffer throws(JSONParseError) in
      try JSONValue(parsing: buffer, depthLimit: depthLimit)
    }
  }

  /// Parses one JSON text; see ``init(parsing:depthLimit:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing bytes: ArraySlice<UInt8>,
    depthLimit: Int = defaultDepthLimit
  ) throws(JSONParseError) {
    self = try bytes.span.withUnsafeBytes { buffer throws(JSONParseError) in
      try JSONValue(parsing: buffer, depthLimit: depthLimit)
    }
  }

  /// Parses one JSON text; see ``init(parsing:depthLimit:)-(UnsafeRawBufferPointer,_)``.
  public init(
    parsing text: String,
    depthLimit: Int = defaultDepthLimit
  ) throws(JSONParseError) {
    self = try JSONValue(parsing: [UInt8](text.utf8), depthLimit: depthLimit)
  }
}
