import JSON

/// How values of a type become JSON. What kind of type it is is found out once, and not for each value.
struct Encoding<Value: Encodable> {
  private let direct: ((Value) throws -> JSONValue)?

  init() {
    direct = (Value.self as? any JSONConvertible.Type).flatMap { Self.ownForm(of: $0) }
  }

  /// The JSON form of a value.
  ///
  /// - Throws: `EncodingError`.
  func callAsFunction(_ value: Value) throws -> JSONValue {
    if let direct, let json = try? direct(value) { return json }
    return try JSONValue(encoding: value)
  }

  /// The type's own way to JSON; it is the same type, which the compiler does not know.
  private static func ownForm<T: JSONConvertible>(
    of type: T.Type
  ) -> ((Value) throws -> JSONValue)? {
    let json: (T) throws -> JSONValue = { try $0.json }
    return json as? (Value) throws -> JSONValue
  }
}
