/// The common prefix and suffix of two arrays. The middle between them is usually small.
struct CommonEnds {
  enum Relation {
    /// The elements are equal.
    case unchanged
    /// The elements have the same identity, and may differ.
    case changed
    case different
  }

  private(set) var prefix = 0
  private(set) var suffix = 0
  /// The elements of both ends with equal identity that may differ.
  private(set) var changed: [(old: Int, new: Int)] = []
  let oldCount: Int
  let newCount: Int

  var oldMiddle: Range<Int> { prefix..<oldCount - suffix }
  var newMiddle: Range<Int> { prefix..<newCount - suffix }

  /// Counts the elements from two indices on that are quickly seen to be unchanged, in steps of 1
  /// or -1, up to the limit.
  typealias Skip = (_ old: Int, _ new: Int, _ step: Int, _ limit: Int) -> Int

  /// Compares elements by their indices in the old and the new array.
  @inline(__always)
  init(
    _ oldCount: Int,
    _ newCount: Int,
    skip: Skip,
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
}
