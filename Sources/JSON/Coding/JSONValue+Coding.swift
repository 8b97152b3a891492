extension JSONValue {
  /// The JSON form of an Encodable value.
  ///
  /// Members come in the order in which the type encodes them, dictionaries and sets sorted. Numbers
  /// that JSON cannot express (infinite, NaN, integers outside of `Int64`) are errors, with the path.
  public init(encoding value: some Encodable) throws {
    let session = EncodingSession()
    // Encoders that wait to be used again hold on to the session, and it to them.
    defer { session.close() }
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

/// With this module's bridge a value stands for itself; these serve other encoders and decoders.
extension JSONValue: Codable {
  /// Encodes the value with any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .double(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (key, value) in object {
        try container.encode(value, forKey: JSONKey(stringValue: key))
      }
    }
  }

  /// Decodes a value from any decoder that knows what it reads, as those for JSON do.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      var object = JSONObject(minimumCapacity: container.allKeys.count)
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(object)
    } else if let elements = try? [JSONValue](from: decoder) {
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }
}
