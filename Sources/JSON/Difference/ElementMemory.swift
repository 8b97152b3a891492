/// The memory of an array's elements.
package struct ElementMemory {
  private let start: UnsafeRawPointer
  private let stride: Int
  private let size: Int

  package init<Element>(_ elements: UnsafeBufferPointer<Element>) {
    // The address is unused if there are no elements.
    start = UnsafeRawPointer(elements.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped)
    stride = MemoryLayout<Element>.stride
    size = MemoryLayout<Element>.size
  }

  subscript(index: Int) -> UnsafeRawPointer { start + index * stride }

  /// Counts consecutive elements with the same bytes.
  ///
  /// - Parameters:
  ///   - index: The index of the first; `otherIndex` is the one in the other memory.
  ///   - step: 1, or -1 for the elements before it.
  ///   - limit: The maximum count.
  package func countOfSame(
    from index: Int, as other: ElementMemory, _ otherIndex: Int, step: Int, limit: Int
  ) -> Int {
    if start == other.start && index == otherIndex { return limit }
    // After a different element the next often differs too; after a few equal ones many more
    // usually follow.
    let some = min(limit, 4)
    var count = countOneByOne(from: index, as: other, otherIndex, step: step, limit: some)
    if count < some || limit == some { return count }
    count += countInBlocks(
      from: index + step * count, as: other, otherIndex + step * count, step: step,
      limit: limit - count)
    return count
      + countOneByOne(
        from: index + step * count, as: other, otherIndex + step * count, step: step,
        limit: limit - count)
  }

  @inline(__always)
  private func countOneByOne(
    from index: Int, as other: ElementMemory, _ otherIndex: Int, step: Int, limit: Int
  ) -> Int {
    var (left, right) = (self[index], other[otherIndex])
    var count = 0
    while count < limit, left.hasSameBytes(as: right, count: size) {
      left += step * stride
      right += step * stride
      count += 1
    }
    return count
  }

  /// Counts in whole blocks, so some equal elements may be left: less than a block, or a block with
  /// a different byte, even one that belongs to no element.
  private func countInBlocks(
    from index: Int, as other: ElementMemory, _ otherIndex: Int, step: Int, limit: Int
  ) -> Int {
    // Elements of size 0 have no bytes that could differ.
    if stride == 0 { return limit }
    let length = limit * stride
    if step > 0 {
      return self[index].countOfSameBlocks(as: other[otherIndex], upTo: length) / stride
    }
    return self[index + 1].countOfSameBlocks(before: other[otherIndex + 1], upTo: length) / stride
  }
}
