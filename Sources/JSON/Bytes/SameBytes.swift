extension UnsafeRawPointer {
  /// Compares memory, eight bytes at a time; the ranges here are too short for a call of `memcmp`.
  @inlinable @inline(__always)
  func hasSameBytes(as other: UnsafeRawPointer, count: Int) -> Bool {
    if count >= 8 {
      var offset = 0
      while offset < count - 8 {
        if !hasSame(UInt64.self, as: other, at: offset) { return false }
        offset += 8
      }
      // The last eight bytes, of which some have already been compared.
      return hasSame(UInt64.self, as: other, at: count - 8)
    }
    if count >= 4 {
      return hasSame(UInt32.self, as: other, at: 0)
        && hasSame(UInt32.self, as: other, at: count - 4)
    }
    for offset in 0..<count where !hasSame(UInt8.self, as: other, at: offset) { return false }
    return true
  }

  @inlinable @inline(__always)
  func hasSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, as other: UnsafeRawPointer, at offset: Int
  ) -> Bool {
    loadUnaligned(fromByteOffset: offset, as: Word.self)
      == other.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }

  /// Counts the equal bytes from this address on, in whole blocks.
  func countOfSameBlocks(as other: UnsafeRawPointer, upTo limit: Int) -> Int {
    var count = 0
    while count + Block.size <= limit, Block.areSame(self + count, other + count) {
      count += Block.size
    }
    return count
  }

  /// Counts the equal bytes before both addresses, in whole blocks.
  func countOfSameBlocks(before other: UnsafeRawPointer, upTo limit: Int) -> Int {
    var count = 0
    while count + Block.size <= limit,
      Block.areSame(self - count - Block.size, other - count - Block.size)
    {
      count += Block.size
    }
    return count
  }
}

/// The memory that one branch compares.
private enum Block {
  private typealias Lanes = SIMD8<UInt64>
  private static var lanesSize: Int { MemoryLayout<Lanes>.size }
  static var size: Int { 4 * lanesSize }

  @inline(__always)
  static func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    var different = Lanes()
    for offset in stride(from: 0, to: size, by: lanesSize) {
      different |=
        left.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
        ^ right.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
    }
    let halves = different.lowHalf | different.highHalf
    let quarters = halves.lowHalf | halves.highHalf
    return quarters[0] | quarters[1] == 0
  }
}

/// Whether both values have the same representation. Equal values may have different ones.
@inline(__always)
func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.hasSameBytes(as: $0) } }
}

extension UnsafeRawBufferPointer {
  /// Whether both buffers have the same bytes.
  @inlinable @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return start.hasSameBytes(as: otherStart, count: count)
  }
}
