/// A set of numbers that forgets the oldest when there are too many.
struct RecentNumbers {
  private let limit: Int
  private var numbers: Set<Int> = []
  /// In the order in which they came, with those that were removed.
  private var order: [Int] = []

  /// - Parameter limit: how many are kept at least; twice as many may be.
  init(limit: Int) { self.limit = limit }

  mutating func insert(_ number: Int) {
    numbers.insert(number)
    order.append(number)
    if order.count >= 2 * limit {
      order = order.filter(numbers.contains).suffix(limit)
      numbers = Set(order)
    }
  }

  /// - Returns: whether it was there.
  mutating func remove(_ number: Int) -> Bool { numbers.remove(number) != nil }
}
