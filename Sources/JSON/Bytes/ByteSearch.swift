extension UnsafeRawBufferPointer {
  /// Finds a byte. In lines of a hundred bytes that is as fast as the C library's `memchr`, in more than 64 KB it takes
  /// up to one and a half times as long.
  ///
  /// - Parameter start: where to begin, from 0 to the count.
  /// - Returns: the offset of the first such byte that is not before `start`; `nil` when there is none.
  package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress else { return nil }
    let search = ByteSearch(byte, in: base)
    if count &- start >= ByteSearch.line { return search.first(from: start, to: count) }
    var offset = start
    while offset &+ ByteSearch.width <= count {
      if let found = search.first(at: offset) { return found }
      offset &+= ByteSearch.width
    }
    while offset < count {
      if base.load(fromByteOffset: offset, as: UInt8.self) == byte { return offset }
      offset &+= 1
    }
    return nil
  }
}

/// Looks for a byte in some bytes at a time.
private struct ByteSearch {
  private typealias Lanes = SIMD16<UInt8>
  /// All bits of the bytes that are the wanted one are set, and none of the others.
  private typealias Matches = SIMD2<UInt64>
  private let wanted: Lanes
  private let base: UnsafeRawPointer

  static var width: Int { MemoryLayout<Lanes>.size }
  static var line: Int { 4 * width }
  static var block: Int { 2 * line }

  @inline(__always)
  init(_ byte: UInt8, in base: UnsafeRawPointer) {
    wanted = Lanes(repeating: byte)
    self.base = base
  }

  /// The place of the first between two offsets, which are as far from each other as a ``line`` is long, or farther.
  @inline(__always)
  func first(from start: Int, to end: Int) -> Int? {
    let last = end &- Self.line
    var offset = start
    while true {
      if let found = firstInLine(at: offset) { return found }
      if offset == last { return nil }
      offset &+= Self.line
      // What does not end soon is looked through with one decision for each block.
      if (offset &- start) & (Self.block &- 1) == 0 {
        while offset &+ Self.block <= end, !isInBlock(at: offset) { offset &+= Self.block }
      }
      // Some of the last bytes may be looked at twice.
      offset = min(offset, last)
    }
  }

  /// The place of the first in ``width`` bytes.
  @inline(__always)
  func first(at offset: Int) -> Int? { first(of: matches(at: offset), at: offset) }

  @inline(__always)
  private func firstInLine(at offset: Int) -> Int? {
    let (second, third) = (offset &+ Self.width, offset &+ 2 &* Self.width)
    let fourth = offset &+ 3 &* Self.width
    let left = (matches(at: offset), matches(at: second))
    let right = (matches(at: third), matches(at: fourth))
    if isEmpty((left.0 | left.1) | (right.0 | right.1)) { return nil }
    return first(of: left.0, at: offset) ?? first(of: left.1, at: second)
      ?? first(of: right.0, at: third) ?? first(of: right.1, at: fourth)
  }

  @inline(__always)
  private func isInBlock(at offset: Int) -> Bool {
    var all = Matches()
    for place in stride(from: 0, to: Self.block, by: Self.width) {
      all |= matches(at: offset &+ place)
    }
    return !isEmpty(all)
  }

  @inline(__always)
  private func matches(at offset: Int) -> Matches {
    let lanes = (base + offset).loadUnaligned(as: Lanes.self)
    return unsafeBitCast(lanes .== wanted, to: Matches.self)
  }

  @inline(__always)
  private func isEmpty(_ matches: Matches) -> Bool { matches[0] | matches[1] == 0 }

  @inline(__always)
  private func first(of matches: Matches, at offset: Int) -> Int? {
    let (low, high) = (matches[0].littleEndian, matches[1].littleEndian)
    if low != 0 { return offset &+ low.trailingZeroBitCount >> 3 }
    return high == 0 ? nil : offset &+ 8 &+ high.trailingZeroBitCount >> 3
  }
}
