/// How the bridge handles a type.
enum CodingStrategy {
  /// By its own JSON form: the type itself, with its conformance.
  case convertible(any JSONConvertible.Type)
  /// By its `encode(to:)` or `init(from:)`.
  case codable
  /// The same, of an object.
  case object
  /// By its items, in order.
  case dictionary
  /// By its `encode(to:)` or `init(from:)`, and what it encodes has to be sorted.
  case unordered(valuesPerItem: Int)
}

/// What has been found out about types. Looking up a conformance takes longer than encoding a number.
struct CodingStrategies {
  private var last: (type: ObjectIdentifier, strategy: CodingStrategy)?
  private var known: [ObjectIdentifier: CodingStrategy] = [:]

  mutating func strategy(for type: Any.Type) -> CodingStrategy {
    let identifier = ObjectIdentifier(type)
    if let last, last.type == identifier { return last.strategy }
    let strategy = known[identifier] ?? Self.strategy(of: type)
    known[identifier] = strategy
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
