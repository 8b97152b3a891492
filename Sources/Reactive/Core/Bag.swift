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
    lastKey += 1
    values.append(value)
    keys.append(lastKey)
    return lastKey
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
