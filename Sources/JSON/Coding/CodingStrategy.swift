/// How the bridge handles a type.
enum CodingStrategy {
  /// Uses its own JSON form; the type with its conformance.
  case convertible(any JSONConvertible.Type)
  /// Uses its `encode(to:)` or `init(from:)`.
  case codable
  /// Uses the `encode(to:)` or `init(from:)` of a class.
  case object
  /// Encodes its items in order.
  case dictionary
  /// Uses its `encode(to:)` or `init(from:)`, then sorts the encoded form.
  case unordered(valuesPerItem: Int)
}

/// The strategies found so far. Looking up a conformance takes longer than encoding a number.
struct CodingStrategies {
  private var last: (type: ObjectIdentifier, strategy: CodingStrategy)?
  /// All but the last one: many values have parts of one type only.
  private var others: [ObjectIdentifier: CodingStrategy] = [:]

  mutating func strategy(for type: Any.Type) -> CodingStrategy {
    let identifier = ObjectIdentifier(type)
    if let last, last.type == identifier { return last.strategy }
    let strategy = others[identifier] ?? Self.strategy(of: type)
    if let last { others[last.type] = last.strategy }
    last = (identifier, strategy)
    return strategy
  }

  private static func strategy(of type: Any.Type) -> CodingStrategy {
    if let type = convertible(type) { return .convertible(type) }
    if type is AnyObject.Type { return .object }
    if type is any TextKeyedDictionary.Type { return .dictionary }
    guard let type = type as? any UnorderedCollection.Type else { return .codable }
    return .unordered(valuesPerItem: type.valuesPerItem)
  }
}
