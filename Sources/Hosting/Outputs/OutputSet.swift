/// A set of outputs of one ViewModel, by index, in one word. All indices from 63 on share a bit, so
/// a set has all of them or none.
nonisolated package struct OutputSet: Equatable, Sendable {
  /// The first index that shares a bit with all later ones.
  package static let firstShared = 63

  private var bits: UInt64 = 0

  package init() {}

  private init(bits: UInt64) { self.bits = bits }

  package init(_ index: Int) { insert(index) }

  package init(_ indices: some Sequence<Int>) {
    for index in indices { insert(index) }
  }

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ index: Int) -> Bool { bits & Self.bit(of: index) != 0 }

  package mutating func insert(_ index: Int) { bits |= Self.bit(of: index) }

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

  private static func bit(of index: Int) -> UInt64 { 1 << UInt64(min(index, firstShared)) }

  /// The indices, in ascending order.
  ///
  /// - Parameter count: the number of outputs of the interface.
  package func indices(upTo count: Int) -> Indices { Indices(bits: bits, count: count) }

  package struct Indices: Sequence, IteratorProtocol {
    fileprivate var bits: UInt64
    fileprivate let count: Int
    private var shared = firstShared

    fileprivate init(bits: UInt64, count: Int) {
      self.bits = bits
      self.count = count
    }

    package mutating func next() -> Int? {
      if bits == 0 { return nil }
      let index = bits.trailingZeroBitCount
      if index < firstShared {
        bits &= bits - 1
        return index
      }
      if shared == count { return nil }
      defer { shared += 1 }
      return shared
    }
  }
}
