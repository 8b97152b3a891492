/// Outputs of one ViewModel, by their places in its interface. Those from place 63 on are in a set all together or not
/// at all, so that a set is no more than a word: what is to be done with one of them is done with all.
nonisolated package struct OutputSet: Equatable, Sendable {
  /// The first place that is in a set together with all after it.
  package static let firstShared = 63

  private var bits: UInt64 = 0

  package init() {}

  private init(bits: UInt64) { self.bits = bits }

  package init(_ place: Int) { insert(place) }

  package init(_ places: some Sequence<Int>) {
    for place in places { insert(place) }
  }

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ place: Int) -> Bool { bits & Self.bit(of: place) != 0 }

  package mutating func insert(_ place: Int) { bits |= Self.bit(of: place) }

  package mutating func formUnion(_ other: OutputSet) { bits |= other.bits }

  package func union(_ other: OutputSet) -> OutputSet {
    OutputSet(bits: bits | other.bits)
  }

  package mutating func subtract(_ other: OutputSet) { bits &= ~other.bits }

  package func subtracting(_ other: OutputSet) -> OutputSet {
    OutputSet(bits: bits & ~other.bits)
  }

  package func intersection(_ other: OutputSet) -> OutputSet {
    OutputSet(bits: bits & other.bits)
  }

  private static func bit(of place: Int) -> UInt64 { 1 << UInt64(min(place, firstShared)) }

  /// The places, in ascending order.
  ///
  /// - Parameter count: how many outputs the interface has.
  package func places(of count: Int) -> Places { Places(bits: bits, count: count) }

  package struct Places: Sequence, IteratorProtocol {
    fileprivate var bits: UInt64
    fileprivate let count: Int
    private var shared = firstShared

    fileprivate init(bits: UInt64, count: Int) {
      self.bits = bits
      self.count = count
    }

    package mutating func next() -> Int? {
      if bits == 0 { return nil }
      let place = bits.trailingZeroBitCount
      if place < firstShared {
        bits &= bits - 1
        return place
      }
      if shared == count { return nil }
      defer { shared += 1 }
      return shared
    }
  }
}
