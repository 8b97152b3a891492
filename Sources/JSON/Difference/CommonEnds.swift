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
  @inline(__always)
  init(_ oldCount: Int, _ newCount: Int, relation: (Int, Int) -> Relation) {
    self.oldCount = oldCount
    self.newCount = newCount
    let shorter = min(oldCount, newCount)
    prefix: while prefix < shorter {
      switch relation(prefix, prefix) {
      case .unchanged: break
      case .changed: changed.append((prefix, prefix))
      case .different: break prefix
      }
      prefix += 1
    }
    suffix: while suffix < shorter - prefix {
      let (old, new) = (oldCount - suffix - 1, newCount - suffix - 1)
      switch relation(old, new) {
      case .unchanged: break
      case .changed: changed.append((old, new))
      case .different: break suffix
      }
      suffix += 1
    }
  }

  /// Compares Swift values by their bits, then by `==` if they have one, then by identity.
  init<Element: Identifiable>(
    comparing old: UnsafeBufferPointer<Element>,
    with new: UnsafeBufferPointer<Element>
  ) {
    let oldBytes = UnsafeRawPointer(old.baseAddress)
    let newBytes = UnsafeRawPointer(new.baseAddress)
    let stride = MemoryLayout<Element>.stride
    let equality = (Element.self as? any Equatable.Type).map(ElementEquality.init)
    self.init(old.count, new.count) { oldIndex, newIndex in
      if let oldBytes, let newBytes {
        let old = oldBytes + oldIndex * stride
        let new = newBytes + newIndex * stride
        if haveSameBytes(old, new, count: MemoryLayout<Element>.size) { return .unchanged }
        if let equality, equality.areEqual(old, new) { return .unchanged }
      }
      return old[oldIndex].id == new[newIndex].id ? .changed : .different
    }
  }
}

/// The `==` of a type that is only known to have one when the program runs.
private struct ElementEquality {
  let areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  init(_ type: any Equatable.Type) {
    func equality<T: Equatable>(of type: T.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
      { left, right in
        left.assumingMemoryBound(to: T.self).pointee
          == right.assumingMemoryBound(to: T.self).pointee
      }
    }
    areEqual = equality(of: type)
  }
}

/// Compares memory, eight bytes at a time.
@inline(__always)
private func haveSameBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool
{
  var offset = 0
  while offset + 8 <= count {
    let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if word != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
    offset += 8
  }
  while offset < count {
    let byte = left.load(fromByteOffset: offset, as: UInt8.self)
    if byte != right.load(fromByteOffset: offset, as: UInt8.self) { return false }
    offset += 1
  }
  return true
}
