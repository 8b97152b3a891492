/// What a search has found, the best first: by score, then by what the options say, then as the candidates come.
public struct Ranking: Sendable {
  private enum Keys: Sendable {
    case plain(SortedKeys<UInt64>)
    case detailed(SortedKeys<DetailedKey>)
  }

  private let keys: Keys

  /// Nothing.
  public init() { keys = .plain(SortedKeys([])) }

  init(_ keys: SortedKeys<UInt64>) { self.keys = .plain(keys) }

  init(_ keys: SortedKeys<DetailedKey>) { self.keys = .detailed(keys) }

  /// How many there are.
  public var count: Int {
    switch keys {
    case .plain(let keys): keys.keys.count
    case .detailed(let keys): keys.keys.count
    }
  }

  /// The number of the candidate at a place.
  public func number(at place: Int) -> Int {
    switch keys {
    case .plain(let keys): keys.keys[place].number
    case .detailed(let keys): keys.keys[place].number
    }
  }

  /// The score at a place; 0 where results have no order of their own.
  public func score(at place: Int) -> Int {
    switch keys {
    case .plain(let keys): keys.keys[place].score
    case .detailed(let keys): keys.keys[place].score
    }
  }

  /// Where that stands which stands at a place of an earlier ranking for the same query; `nil` when it does not.
  public func place(of place: Int, in earlier: Ranking) -> Int? {
    switch (keys, earlier.keys) {
    case (.plain(let keys), .plain(let earlier)): keys.index(of: earlier.keys[place])
    case (.detailed(let keys), .detailed(let earlier)): keys.index(of: earlier.keys[place])
    case (.plain, .detailed), (.detailed, .plain): nil
    }
  }

  /// Everything of both, which are rankings for the same query.
  public func merged(with other: Ranking) -> Ranking {
    switch (keys, other.keys) {
    case (.plain(let keys), .plain(let other)): Ranking(keys.merged(with: other))
    case (.detailed(let keys), .detailed(let other)): Ranking(keys.merged(with: other))
    // One of them has been made without a query, so it is empty.
    case (.plain, .detailed): other
    case (.detailed, .plain): self
    }
  }

  static func score(ofKey key: UInt64) -> Int {
    let value = Int(key >> 48)
    return value == 0 ? 0 : 0xFFFF - value
  }
}
