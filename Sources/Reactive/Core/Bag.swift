/// Values in the order in which they were inserted, each with a key to remove it by.
///
/// Reading ``values`` gives a copy that later changes do not reach: that is how an event goes to those who were
/// there when it was sent.
struct Bag<Value> {
  /// Names a value in its bag.
  typealias Key = Int

  private(set) var values: [Value] = []
  // Rising, as are the times of insertion: so a key is found by halving.
  private var keys: [Key] = []
  private var lastKey = 0

  mutating func insert(_ value: Value) -> Key {
    let key = reserve()
    values.append(value)
    keys.append(key)
    return key
  }

  /// A place for a value that comes later, before those that are inserted meanwhile.
  mutating func reserve() -> Key {
    lastKey += 1
    return lastKey
  }

  /// Inserts a value at the place that was reserved for it.
  mutating func insert(_ value: Value, at key: Key) {
    let index = keys.firstIndex { $0 > key } ?? keys.endIndex
    values.insert(value, at: index)
    keys.insert(key, at: index)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    var range = keys.startIndex..<keys.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if keys[middle] == key {
        keys.remove(at: middle)
        return values.remove(at: middle)
      }
      range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  mutating func removeAll() -> [Value] {
    defer {
      values = []
      keys = []
    }
    return values
  }
}
