/// The results of a search, best first: by score, then by tiebreaks, then by number.
public struct Ranking: Sendable {
  private enum Keys: Sendable {
    case plain(SortedKeys<UInt64>)
    case detailed(SortedKeys<DetailedKey>)
  }

  private let keys: Keys

  /// Creates an empty ranking.
  public init() { keys = .plain(SortedKeys([])) }

  init(_ keys: SortedKeys<UInt64>) { self.keys = .plain(keys) }

  init(_ keys: SortedKeys<DetailedKey>) { self.keys = .detailed(keys) }

  /// The number of results.
  public var count: Int {
    switch keys {
    case .plain(let keys): keys.keys.count
    case .detailed(let keys): keys.keys.count
    }
  }

  /// Returns the number of the candidate at an index.
  public func number(at index: Int) -> Int {
    switch keys {
    case .plain(let keys): keys.keys[index].number
    case .detailed(let keys): keys.keys[index].number
    }
  }

  /// Returns the score at an index; 0 if results are not ordered by score.
  public func score(at index: Int) -> Int {
    switch keys {
    case .plain(let keys): keys.keys[index].score
    case .detailed(let keys): keys.keys[index].score
    }
  }

  /// Returns the index of the result that has an index in an earlier ranking for the same query;
  /// nil if it is missing.
  public func place(of index: Int, in earlier: Ranking) -> Int? {
    switch (keys, earlier.keys) {
    case (.plain(let keys), .plain(let earlier)): keys.index(of: earlier.keys[index])
    case (.detailed(let keys), .detailed(let earlier)): keys.index(of: earlier.keys[index])
    case (.plain, .detailed), (.detailed, .plain): nil
    }
  }

  /// Returns the union of two rankings for the same query.
  public func merged(with other: Ranking) -> Ranking {
    switch (keys, other.keys) {
    case (.plain(let keys), .plain(let other)): Ranking(keys.merged(with: other))
    case (.detailed(let keys), .detailed(let other)): Ranking(keys.merged(with: other))
    // One of them is empty, as it was made without a query.
    case (.plain, .detailed): other
    case (.detailed, .plain): self
    }
  }

  static func score(ofKey key: UInt64) -> Int {
    let value = Int(key >> 48)
    return value == 0 ? 0 : 0xFFFF - value
  }
}
