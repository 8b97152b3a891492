import JSON

/// Encodes the values of one output. All instances share what it learns about them.
final class OutputEncoding<Value: Encodable> {
  /// Compares values without references. It is made at the first encoding, as that takes longer
  /// than the rest of an interface.
  private lazy var comparison = PlainComparison(Value.self)
  private lazy var direct = convertible(Value.self).flatMap {
    Self.ownForm(of: $0)
  }
  /// Whether an encoding has read more than the value: an observable setting in `encode(to:)`.
  private var readsMore = false

  /// Compares values by their parts; `nil` if equal values may have different JSON.
  var reliableComparison: PlainComparison? { readsMore ? nil : comparison }

  /// Encodes a value.
  ///
  /// - Parameter objects: notes the objects that the encoding meets.
  /// - Throws: `EncodingError`.
  func callAsFunction(_ value: Value, noting objects: EncodedObjects) throws -> JSONValue {
    if let direct, let json = try? direct(value) { return json }
    guard comparison != nil else { return try objects.encode(value) }
    return try checkReads { try JSONValue(encoding: value) }
  }

  /// Encodes, and checks whether that reads more than the value.
  func checkReads<Result>(_ encode: () throws -> Result) throws -> Result {
    if readsMore { return try encode() }
    var result: Swift.Result<Result, any Error>?
    readsMore = readsObservables { result = Swift.Result { try encode() } }
    guard let result else { return try encode() }
    return try result.get()
  }

  /// The type's own conversion to JSON. `T` is `Value`, which the compiler does not know.
  private static func ownForm<T: JSONConvertible>(
    of type: T.Type
  ) -> ((Value) throws -> JSONValue)? {
    if type is AnyObject.Type { return nil }
    let json: (T) throws -> JSONValue = { try $0.json }
    return json as? (Value) throws -> JSONValue
  }
}
