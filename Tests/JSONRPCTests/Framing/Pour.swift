extension ArraySlice<UInt8> {
  /// Moves as many bytes as there is room for into a buffer.
  ///
  /// - Returns: how many that were.
  mutating func pour(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = Swift.min(buffer.count, self.count)
    buffer.copyBytes(from: prefix(count))
    removeFirst(count)
    return count
  }
}
