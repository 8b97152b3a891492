extension JSONValue {
  /// Whether both surely are the same, as found without looking into them: a scalar of the same bits,
  /// a container of the same memory. Equal values need not be identical.
  @inline(__always)
  func isIdentical(to other: JSONValue) -> Bool {
    // Of two equal ones unused bits may differ; no harm is done then.
    haveSameBytes(self, other)
  }
}

extension [JSONValue] {
  /// Whether both are the same memory, and so surely equal.
  @inline(__always)
  func isIdentical(to other: [JSONValue]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        left.baseAddress == right.baseAddress && left.count == right.count
      }
    }
  }
}
