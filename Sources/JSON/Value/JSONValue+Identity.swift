extension JSONValue {
  /// Whether both are known to be equal without a deep comparison: a scalar with the same bits, a
  /// container with the same memory. Equal values need not be identical.
  @inline(__always)
  func isIdentical(to other: JSONValue) -> Bool {
    // Unused bits of equal values may differ, which is harmless.
    haveSameBytes(self, other)
  }
}

extension [JSONValue] {
  /// Whether both share memory and so are equal.
  @inline(__always)
  func isIdentical(to other: [JSONValue]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        left.baseAddress == right.baseAddress && left.count == right.count
      }
    }
  }
}
