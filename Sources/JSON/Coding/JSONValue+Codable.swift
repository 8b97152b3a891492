// These conformances are for other coders; this module's bridge converts these types itself.

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

  /// Decodes a value from any self-describing decoder, such as those for JSON.
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

extension JSONObject: Codable {
  /// Encodes the members with any encoder.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue.object(self).encode(to: encoder)
  }

  /// Decodes the members from any self-describing decoder.
  public init(from decoder: any Decoder) throws {
    self = try JSONObject(coded: JSONValue(from: decoder), from: decoder)
  }
}

extension JSONPatch: Codable {
  /// Encodes the operations in the form of RFC 6902 with any encoder.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }

  /// Decodes a patch from any self-describing decoder.
  public init(from decoder: any Decoder) throws {
    self = try JSONPatch(coded: JSONValue(from: decoder), from: decoder)
  }
}

extension JSONConvertible {
  /// Makes the value from its JSON form; throws errors as decoders do.
  fileprivate init(coded json: JSONValue, from decoder: any Decoder) throws {
    do {
      try self.init(json: json)
    } catch let error as JSONConversionError {
      let path = decoder.codingPath
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: error.description)
      )
    }
  }
}
