/// The words of a record behind its head. The first three, which suffice for most turns, are stored
/// inline.
nonisolated struct WordList {
  private var first: InlineArray<3, UInt64> = [0, 0, 0]
  private var others: [UInt64] = []
  private(set) var count = 0

  init() {}

  init(_ word: UInt64) {
    first[0] = word
    count = 1
  }

  init(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
    self.first = [first, second, third]
    count = 3
  }

  init(_ words: [UInt64]) { for word in words { append(word) } }

  var array: [UInt64] { (0..<count).map { self[$0] } }

  mutating func append(_ word: UInt64) {
    if count < first.count { first[count] = word } else { others.append(word) }
    count += 1
  }

  /// - Parameter index: at least 0, and less than ``count``.
  subscript(index: Int) -> UInt64 {
    precondition(index < count)
    return index < first.count ? first[index] : others[index - first.count]
  }
}
