extension JSONValue {
  /// Whether both surely are the same, as found without looking into them: a scalar of the same bits,
  /// a container of the same memory. Equal values need not be identical.
  @inline(__always)
  func isIdentical(to other: JSONValue) -> Bool {
    withUnsafeBytes(of: self) { left in
      withUnsafeBytes(of: other) { right in
        // The payload, then the case. Of two equal ones unused bits may differ; no harm is done then.
        left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
          && left.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
          && left[MemoryLayout<JSONValue>.size - 1] == right[MemoryLayout<JSONValue>.size - 1]
      }
    }
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
