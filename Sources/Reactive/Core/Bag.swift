/// Values in insertion order, each with a key for its removal.
///
/// ``entries`` returns a copy that later changes do not affect: an event goes to the receivers that
/// were registered when it was sent.
struct Bag<Value> {
  /// Identifies a value in its bag.
  typealias Key = Int

  // Keys ascend in insertion order, so a binary search finds a key.
  private(set) var entries: [(key: Key, value: Value)] = []
  private var lastKey = 0

  var count: Int { entries.count }

  mutating func insert(_ value: Value) -> Key {
    let key = reserve()
    entries.append((key, value))
    return key
  }

  /// Reserves a position for a value that is inserted later, before values that are inserted
  /// meanwhile.
  mutating func reserve() -> Key {
    lastKey += 1
    return lastKey
  }

  /// Inserts a value at its reserved position.
  mutating func insert(_ value: Value, at key: Key) {
    var index = entries.endIndex
    while index > 0, entries[index - 1].key > key { index -= 1 }
    entries.insert((key, value), at: index)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].key == key { return entries.remove(at: middle).value }
      range = entries[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  mutating func removeAll() -> [(key: Key, value: Value)] {
    defer { entries = [] }
    return entries
  }
}
