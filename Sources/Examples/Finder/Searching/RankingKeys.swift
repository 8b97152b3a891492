/// A sort key of a candidate: the smaller, the better.
protocol RankingKey: Comparable, BitwiseCopyable, Sendable {
  /// The candidate's number.
  var number: Int { get }
  var score: Int { get }
}

/// 16 bits for the score, smaller for better ones, 16 bits for the length, 32 bits for the number.
extension UInt64: RankingKey {
  var number: Int { Int(UInt32(truncatingIfNeeded: self)) }
  var score: Int { Ranking.score(ofKey: self) }
}

/// A key with more tiebreaks than fit into 64 bits.
struct DetailedKey: RankingKey {
  /// 16 bits for the score, smaller for better ones, and 16 for each tiebreak.
  let points: UInt64
  /// The number, or its complement if the last candidate comes first.
  private let order: UInt32
  private let bareNumber: UInt32

  init(points: UInt64, number: Int, isReversed: Bool) {
    self.points = points
    bareNumber = UInt32(number)
    order = isReversed ? ~bareNumber : bareNumber
  }

  var number: Int { Int(bareNumber) }
  var score: Int { Ranking.score(ofKey: points) }

  static func < (left: Self, right: Self) -> Bool {
    left.points == right.points ? left.order < right.order : left.points < right.points
  }

  static func == (left: Self, right: Self) -> Bool {
    left.points == right.points && left.order == right.order
  }
}

/// Keys in ascending order.
struct SortedKeys<Key: RankingKey>: Sendable {
  private(set) var keys: [Key]

  /// - Parameter keys: The keys in any order.
  init(_ keys: consuming [Key]) {
    self.keys = keys
    self.keys.sort()
  }

  private init(sorted keys: consuming [Key]) { self.keys = keys }

  func index(of key: Key) -> Int? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// Returns the keys of both.
  func merged(with other: SortedKeys) -> SortedKeys {
    if let last = keys.last, let first = other.keys.first, last < first {
      return SortedKeys(sorted: keys + other.keys)
    }
    var merged: [Key] = []
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
    return SortedKeys(sorted: merged)
  }
}
