/// What a search has found, the best first: by score, then the shorter, then as the candidates come.
public struct Ranking: Sendable {
  /// 16 bits that are the smaller the better the score, 16 bits of length, 32 bits of number.
  private(set) var keys: [UInt64]

  /// Nothing.
  public init() { keys = [] }

  /// - Parameter keys: in any order.
  init(_ keys: consuming [UInt64]) {
    self.keys = keys
    self.keys.sort()
  }

  private init(sorted keys: consuming [UInt64]) { self.keys = keys }

  /// How many there are.
  public var count: Int { keys.count }

  /// The number of the candidate at a place.
  public func number(at place: Int) -> Int { Int(UInt32(truncatingIfNeeded: keys[place])) }

  /// The score at a place; 0 where results have no order of their own.
  public func score(at place: Int) -> Int {
    let value = Int(keys[place] >> 48)
    return value == 0 ? 0 : 0xFFFF - value
  }

  /// Where that stands which stands at a place of an earlier ranking for the same query; `nil` when it does not.
  public func place(of place: Int, in earlier: Ranking) -> Int? {
    let key = earlier.keys[place]
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// Everything of both.
  public func merged(with other: Ranking) -> Ranking {
    if keys.isEmpty { return other }
    if other.keys.isEmpty { return self }
    if let last = keys.last, last < other.keys[0] { return Ranking(sorted: keys + other.keys) }
    var merged: [UInt64] = []
    merged.reserveCapacity(keys.count + other.keys.count)
    var (left, right) = (0, 0)
    while left < keys.count, right < other.keys.count {
      if keys[left] < other.keys[right] {
        merged.append(keys[left])
        left += 1
      } else {
        merged.append(other.keys[right])
        right += 1
      }
    }
    merged += keys[left...]
    merged += other.keys[right...]
    return Ranking(sorted: merged)
  }

  static func key(score: Int32, length: Int, number: Int) -> UInt64 {
    let points = UInt64(0xFFFF - min(max(score, 0), 0xFFFF))
    return points << 48 | UInt64(min(length, 0xFFFF)) << 32 | UInt64(UInt32(number))
  }
}
