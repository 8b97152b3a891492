/// The elements of an array as bytes.
package struct ElementMemory {
  private let start: UnsafeRawPointer
  private let stride: Int
  private let size: Int

  package init<Element>(_ elements: UnsafeBufferPointer<Element>) {
    // Without elements no address is ever asked for.
    start = UnsafeRawPointer(elements.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped)
    stride = MemoryLayout<Element>.stride
    size = MemoryLayout<Element>.size
  }

  subscript(index: Int) -> UnsafeRawPointer { start + index * stride }

  /// How many elements in a row have the same bytes.
  ///
  /// - Parameters:
  ///   - index: the first of them; `otherIndex` the one in the other memory.
  ///   - step: 1, or -1 for those before it.
  ///   - limit: how many there are.
  package func countOfSame(
    from index: Int, as other: ElementMemory, _ otherIndex: Int, step: Int, limit: Int
  ) -> Int {
    if start == other.start && index == otherIndex { return limit }
    // Where one differs the next often does; after some that are the same there are usually many.
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

  /// Not all of them: what is left is less than a block, or there is a block with another byte, be it one that belongs
  /// to no element.
  private func countInBlocks(
    from index: Int, as other: ElementMemory, _ otherIndex: Int, step: Int, limit: Int
  ) -> Int {
    // Elements without size have no bytes that could differ.
    if stride == 0 { return limit }
    let length = limit * stride
    if step > 0 {
      return self[index].countOfSameBlocks(as: other[otherIndex], upTo: length) / stride
    }
    return self[index + 1].countOfSameBlocks(before: other[otherIndex + 1], upTo: length) / stride
  }
}
