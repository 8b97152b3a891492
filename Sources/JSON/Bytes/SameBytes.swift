extension UnsafeRawPointer {
  /// Compares memory, eight bytes at a time; what is compared here is too short to call `memcmp` for.
  @inline(__always)
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
}

extension UnsafeRawBufferPointer {
  /// Compares memory of the same size.
  @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard let start = baseAddress, let otherStart = other.baseAddress else { return count == 0 }
    return start.hasSameBytes(as: otherStart, count: count)
  }
}
