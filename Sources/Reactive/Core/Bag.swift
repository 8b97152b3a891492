/// Values in the order in which they were inserted, each with a key to remove it by.
///
/// Reading ``entries`` gives a copy that later changes do not reach: that is how an event goes to those who were
/// there when it was sent.
struct Bag<Value> {
  /// Names a value in its bag.
  typealias Key = Int

  // The keys rise, as do the times of insertion: so a key is found by halving.
  private(set) var entries: [(key: Key, value: Value)] = []
  private var lastKey = 0

  var count: Int { entries.count }

  mutating func insert(_ value: Value) -> Key {
    let key = reserve()
    entries.append((key, value))
    return key
  }

  /// A place for a value that comes later, before those that are inserted meanwhile.
  mutating func reserve() -> Key {
    lastKey += 1
    return lastKey
  }

  /// Inserts a value at the place that was reserved for it.
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
