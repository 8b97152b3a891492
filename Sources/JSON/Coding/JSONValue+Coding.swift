extension JSONValue {
  /// The JSON form of an Encodable value.
  ///
  /// Members come in the order in which the type encodes them, dictionaries and sets sorted. Numbers
  /// that JSON cannot express (infinite, NaN, integers outside of `Int64`) are errors, with the path.
  public init(encoding value: some Encodable) throws {
    try self.init(encoding: value, objects: nil)
  }

  /// The same, and each object that is encoded on the way is passed by.
  ///
  /// - Parameter objects: is called with each object, outer ones first, and returns what encoding it gives.
  package init(encoding value: some Encodable, objects: EncodingSession.ObjectEncoding?) throws {
    let session = EncodingSession(objects: objects)
    // Encoders that wait to be used again hold on to the session, and it to them.
    defer { session.close() }
    try self.init(encoding: value, in: session)
  }

  /// The same for one of many values, which share what is found out about types.
  package init(encoding value: some Encodable, in session: EncodingSession) throws {
    self = try ValueEncoder(session: session, parent: nil, step: .root).encoded(value, at: .root)
  }

  /// Makes a Decodable value out of this one. ``Swift/DecodingError/sentence`` says in plain words
  /// what was wrong, and where.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try ValueDecoder(self, session: DecodingSession()).decoded(type, from: self, at: .root)
  }
}

extension JSONWriter {
  /// Appends the JSON form of an Encodable value, or nothing when that is an error.
  public mutating func write(encoding value: some Encodable) throws {
    write(try JSONValue(encoding: value))
  }
}
