/// How two arrays begin and end alike, element by element. What is between is usually very little.
struct CommonEnds {
  enum Relation {
    /// The elements are equal.
    case unchanged
    /// The elements are the same one by identity, and may differ.
    case changed
    case different
  }

  private(set) var prefix = 0
  private(set) var suffix = 0
  /// The elements of both ends that have the same identity and may differ.
  private(set) var changed: [(old: Int, new: Int)] = []
  private let oldCount: Int
  private let newCount: Int

  var oldMiddle: Range<Int> { prefix..<oldCount - suffix }
  var newMiddle: Range<Int> { prefix..<newCount - suffix }

  /// Compares elements by their indices in the old and the new array.
  ///
  /// - Parameter skip: How many elements from two indices on, in steps of 1 or -1 and at most so many,
  ///   are quickly seen to be unchanged.
  @inline(__always)
  init(
    _ oldCount: Int,
    _ newCount: Int,
    skip: (_ old: Int, _ new: Int, _ step: Int, _ limit: Int) -> Int = { _, _, _, _ in 0 },
    relation: (_ old: Int, _ new: Int) -> Relation
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    let shorter = min(oldCount, newCount)
    prefix += skip(0, 0, 1, shorter)
    prefix: while prefix < shorter {
      switch relation(prefix, prefix) {
      case .unchanged: break
      case .changed: changed.append((prefix, prefix))
      case .different: break prefix
      }
      prefix += 1
      prefix += skip(prefix, prefix, 1, shorter - prefix)
    }
    suffix += skip(oldCount - 1, newCount - 1, -1, shorter - prefix)
    suffix: while suffix < shorter - prefix {
      let (old, new) = (oldCount - suffix - 1, newCount - suffix - 1)
      switch relation(old, new) {
      case .unchanged: break
      case .changed: changed.append((old, new))
      case .different: break suffix
      }
      suffix += 1
      suffix += skip(old - 1, new - 1, -1, shorter - prefix - suffix)
    }
  }

  /// Compares plain Swift values by what they consist of, then by identity.
  init<Element: Identifiable>(
    comparing old: UnsafeBufferPointer<Element>,
    with new: UnsafeBufferPointer<Element>,
    by comparison: PlainComparison
  ) {
    let oldMemory = ElementMemory(old)
    let newMemory = ElementMemory(new)
    self.init(old.count, new.count) { oldIndex, newIndex, step, limit in
      oldMemory.countOfSame(from: oldIndex, as: newMemory, newIndex, step: step, limit: limit)
    } relation: { oldIndex, newIndex in
      if comparison.areSame(oldMemory[oldIndex], newMemory[newIndex]) { return .unchanged }
      return old[oldIndex].id == new[newIndex].id ? .changed : .different
    }
  }
}

/// The elements of an array as bytes.
private struct ElementMemory {
  let start: UnsafeRawPointer
  let stride: Int
  let size: Int

  init<Element>(_ elements: UnsafeBufferPointer<Element>) {
    // Without elements no address is ever asked for.
    start = UnsafeRawPointer(elements.baseAddress ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped)
    stride = MemoryLayout<Element>.stride
    size = MemoryLayout<Element>.size
  }

  subscript(index: Int) -> UnsafeRawPointer { start + index * stride }

  /// How many elements in a row have the same bytes.
  func countOfSame(
    from index: Int,
    as other: ElementMemory,
    _ otherIndex: Int,
    step: Int,
    limit: Int
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
}
