import Synchronization

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

/// Finds the strategies of types. Looking up a conformance takes longer than encoding a number.
struct CodingStrategies {
  private var last: (type: ObjectIdentifier, strategy: CodingStrategy)?
  /// The strategies that the process has found so far.
  private static let known = Mutex<[ObjectIdentifier: CodingStrategy]>([:])

  mutating func strategy(for type: Any.Type) -> CodingStrategy {
    let identifier = ObjectIdentifier(type)
    if let last, last.type == identifier { return last.strategy }
    let strategy = Self.known.withLock { known in
      if let strategy = known[identifier] { return strategy }
      let strategy = Self.strategy(of: type)
      known[identifier] = strategy
      return strategy
    }
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
