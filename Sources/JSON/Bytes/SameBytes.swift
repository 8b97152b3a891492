extension UnsafeRawPointer {
  /// Compares memory, eight bytes at a time; what is compared here is too short to call `memcmp` for.
  @inlinable @inline(__always)
  func hasSameBytes(as other: UnsafeRawPointer, count: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < count {
      let byte = load(fromByteOffset: offset, as: UInt8.self)
      if byte != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }

  /// How many bytes from here on are the same, counted in whole blocks.
  func countOfSameBlocks(as other: UnsafeRawPointer, upTo limit: Int) -> Int {
    var count = 0
    while count + Block.size <= limit, Block.areSame(self + count, other + count) {
      count += Block.size
    }
    return count
  }

  /// How many bytes before this address are the same as those before another, counted in whole blocks.
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

/// As much memory as is compared with one decision.
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

extension UnsafeRawBufferPointer {
  /// Whether these are the same bytes.
  @inlinable @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return start.hasSameBytes(as: otherStart, count: count)
  }
}
