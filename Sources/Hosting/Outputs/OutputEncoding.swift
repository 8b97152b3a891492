import JSON

/// How the values of one output become JSON. What is found out about that holds for all instances.
final class OutputEncoding<Value: Encodable> {
  /// Compares values that hold no references to objects. It is found out when there is something to encode, as that
  /// takes longer than all else about an interface.
  private lazy var comparison = PlainComparison(Value.self)
  private lazy var direct = convertible(Value.self).flatMap {
    Self.ownForm(of: $0)
  }
  /// Whether an encoding has read more than the value: a setting that an `encode(to:)` asks for.
  private var readsMore = false

  /// Compares values by what they consist of; `nil` when values may be the same and their JSON forms differ.
  var reliableComparison: PlainComparison? { readsMore ? nil : comparison }

  /// The JSON form of a value.
  ///
  /// - Parameter objects: takes note of the objects that are encoded on the way.
  /// - Throws: `EncodingError`.
  func callAsFunction(_ value: Value, noting objects: EncodedObjects) throws -> JSONValue {
    if let direct, let json = try? direct(value) { return json }
    guard comparison != nil else { return try objects.encode(value) }
    return try follow { try JSONValue(encoding: value) }
  }

  /// Encodes, and finds out whether that reads more than values.
  func follow<Result>(_ encode: () throws -> Result) throws -> Result {
    if readsMore { return try encode() }
    var result: Swift.Result<Result, any Error>?
    readsMore = readsObservables { result = Swift.Result { try encode() } }
    guard let result else { return try encode() }
    return try result.get()
  }

  /// The type's own way to JSON; it is the same type, which the compiler does not know.
  private static func ownForm<T: JSONConvertible>(
    of type: T.Type
  ) -> ((Value) throws -> JSONValue)? {
    if type is AnyObject.Type { return nil }
    let json: (T) throws -> JSONValue = { try $0.json }
    return json as? (Value) throws -> JSONValue
  }
}
