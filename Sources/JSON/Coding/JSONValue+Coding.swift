extension JSONValue {
  /// Creates the JSON form of an Encodable value.
  ///
  /// Members have the order in which the type encodes them; dictionaries and sets are sorted.
  /// Numbers that JSON cannot express (infinite, NaN, integers outside of `Int64`) are errors with
  /// their path.
  public init(encoding value: some Encodable) throws {
    try self.init(encoding: value, objects: nil)
  }

  /// Creates the JSON form, with a hook for each object on the way.
  ///
  /// - Parameter objects: Called with each object, outer ones first; returns the object's encoding.
  package init(encoding value: some Encodable, objects: EncodingSession.ObjectEncoding?) throws {
    let session = EncodingSession(objects: objects)
    // Recycled encoders and the session retain each other.
    defer { session.close() }
    try self.init(encoding: value, in: session)
  }

  /// Creates the JSON form of one of many values, which share the session's knowledge of types.
  package init(encoding value: some Encodable, in session: EncodingSession) throws {
    self = try ValueEncoder(session: session, parent: nil, step: .root).encoded(value, at: .root)
  }

  /// Decodes a value from this JSON. ``Swift/DecodingError/sentence`` describes an error and its
  /// position.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try ValueDecoder(self, session: DecodingSession()).decoded(type, from: self, at: .root)
  }
}

extension JSONWriter {
  /// Appends the JSON form of an Encodable value; on error it appends no bytes.
  public mutating func write(encoding value: some Encodable) throws {
    write(try JSONValue(encoding: value))
  }
}
