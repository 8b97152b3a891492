/// Outputs of one ViewModel, by their places in its interface. Nothing is allocated for the first 64.
nonisolated package struct OutputSet: Equatable, Sendable {
  private var first: UInt64 = 0
  /// The bits of the places from 64 on; the last word is never 0, so that equal sets look the same.
  private var rest: [UInt64] = []

  package init() {}

  package init(_ places: some Sequence<Int>) {
    for place in places { insert(place) }
  }

  package var isEmpty: Bool { first == 0 && rest.isEmpty }

  package var count: Int {
    rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
  }

  package func contains(_ place: Int) -> Bool {
    let (word, bit) = Self.position(of: place)
    if word == 0 { return first & bit != 0 }
    return word <= rest.count && rest[word - 1] & bit != 0
  }

  package mutating func insert(_ place: Int) {
    let (word, bit) = Self.position(of: place)
    if word == 0 {
      first |= bit
    } else {
      while rest.count < word { rest.append(0) }
      rest[word - 1] |= bit
    }
  }

  package mutating func formUnion(_ other: OutputSet) {
    first |= other.first
    if other.rest.isEmpty { return }
    while rest.count < other.rest.count { rest.append(0) }
    for (index, word) in other.rest.enumerated() { rest[index] |= word }
  }

  package func union(_ other: OutputSet) -> OutputSet {
    var result = self
    result.formUnion(other)
    return result
  }

  package mutating func subtract(_ other: OutputSet) {
    first &= ~other.first
    if rest.isEmpty { return }
    for index in rest.indices.prefix(other.rest.count) { rest[index] &= ~other.rest[index] }
    while rest.last == 0 { rest.removeLast() }
  }

  package func subtracting(_ other: OutputSet) -> OutputSet {
    var result = self
    result.subtract(other)
    return result
  }

  private static func position(of place: Int) -> (word: Int, bit: UInt64) {
    (place >> 6, 1 << UInt64(place & 63))
  }
}

nonisolated extension OutputSet: Sequence {
  /// The places, in ascending order.
  package struct Iterator: IteratorProtocol {
    fileprivate var word: UInt64
    fileprivate var base = 0
    fileprivate var index = 0
    fileprivate let rest: [UInt64]

    package mutating func next() -> Int? {
      while word == 0 {
        if index == rest.count { return nil }
        word = rest[index]
        index += 1
        base += 64
      }
      let place = base + word.trailingZeroBitCount
      word &= word - 1
      return place
    }
  }

  package func makeIterator() -> Iterator { Iterator(word: first, rest: rest) }
}
