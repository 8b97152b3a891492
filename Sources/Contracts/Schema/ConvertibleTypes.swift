import JSON

extension SchemaProbe {
  /// The schema that a type with its own JSON form provides. Its `init(from:)` is for other
  /// decoders.
  func convertibleShape<T: JSONConvertible>(of type: T.Type) -> Shape {
    let schema = T.jsonSchema
    let examples = (schema["examples"]?.arrayValue ?? []) + Self.usualValues
    for json in examples {
      if let sample = try? T(json: json) { return Shape(schema: schema, sample: sample) }
    }
    return Shape(schema: schema)
  }

  /// Values that many types accept: 1 is a divisor, a length and an index of most lists, and "1" is
  /// a number, a character and part of a URL. Zero and the empty string trap more often.
  static let usualValues: [JSONValue] = [
    1, "1", true, "2001-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000001", "MTIz", [], [:],
    nil,
  ]
}
