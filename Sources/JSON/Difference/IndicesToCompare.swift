/// The indices at which two lists may differ: all between an equally long prefix and suffix, and
/// some within those.
package struct IndicesToCompare {
  private let oldCount: Int
  private let newCount: Int
  private let prefix: Int
  private let suffix: Int
  private let changed: [Int]

  /// - Parameters:
  ///   - prefix: The number of matching elements at the start; `suffix` counts those at the end.
  ///   - changed: The indices in the old list of those among them that may differ, in ascending
  ///     order.
  package init(oldCount: Int, newCount: Int, prefix: Int, suffix: Int, changed: [Int]) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.prefix = prefix
    self.suffix = suffix
    self.changed = changed
  }

  /// Counts the elements from two indices on that need no comparison; see ``CommonEnds``. With step
  /// 1 the indices are equally far from the start, with step -1 from the end.
  func countOfSame(old: Int, step: Int, limit: Int) -> Int {
    let next = offsetOfFirstChange(from: old)
    // The suffix can be reached from the start only if both lists are equally long, and the prefix
    // from the end likewise.
    let isAligned = oldCount == newCount
    let startOfSuffix = oldCount - suffix
    if step > 0 {
      guard old < prefix || isAligned && old >= startOfSuffix else { return 0 }
      let end = min(old < prefix ? prefix : oldCount, old + limit)
      return (next < changed.count ? min(changed[next], end) : end) - old
    }
    guard old >= startOfSuffix || isAligned && old < prefix else { return 0 }
    if next < changed.count && changed[next] == old { return 0 }
    let start = max(old >= startOfSuffix ? startOfSuffix : 0, old + 1 - limit)
    return old + 1 - (next > 0 ? max(changed[next - 1] + 1, start) : start)
  }

  /// Returns the offset in ``changed`` of the first index that is not before the given one.
  private func offsetOfFirstChange(from index: Int) -> Int {
    var (low, high) = (0, changed.count)
    while low < high {
      let middle = (low + high) / 2
      if changed[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONPatch {
  /// Returns the changes between two lists of values, given where they may differ.
  ///
  /// - Parameters:
  ///   - old: Returns the element at an index of the old list; `new` does for the new list.
  ///   - key: The member that identifies elements.
  ///   - path: The position of the list in the patched document.
  package static func difference(
    _ oldCount: Int,
    _ newCount: Int,
    old: (Int) -> JSONValue,
    new: (Int) -> JSONValue,
    comparing indices: IndicesToCompare,
    identifiedBy key: String?,
    at path: JSONPointer
  ) -> JSONPatch {
    var builder = PatchBuilder(path: path, key: key)
    builder.appendDifference(oldCount, newCount, old: old, new: new) { old, _, step, limit in
      indices.countOfSame(old: old, step: step, limit: limit)
    }
    return JSONPatch(builder.operations)
  }
}
