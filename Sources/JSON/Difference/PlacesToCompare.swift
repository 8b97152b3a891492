/// What is known beforehand of where two lists differ: between an equally long beginning and end, and at some places
/// there.
package struct PlacesToCompare {
  private let oldCount: Int
  private let newCount: Int
  private let prefix: Int
  private let suffix: Int
  private let changed: [Int]

  /// - Parameters:
  ///   - prefix: How many elements at the beginning take the same place, and `suffix` at the end.
  ///   - changed: The indices in the old list of those among them that may differ all the same, in ascending order.
  package init(oldCount: Int, newCount: Int, prefix: Int, suffix: Int, changed: [Int]) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.prefix = prefix
    self.suffix = suffix
    self.changed = changed
  }

  /// How many elements from two indices on need not be compared, as ``CommonEnds`` asks for it: the indices are equally
  /// far from the beginning if the step is 1, and from the end if it is -1.
  func countOfSame(old: Int, step: Int, limit: Int) -> Int {
    let next = placeOfFirstChange(from: old)
    // Elements at the end may be reached from the beginning only if no list is longer than the other, and the reverse.
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

  /// Where in ``changed`` the first stands that is not before an index.
  private func placeOfFirstChange(from index: Int) -> Int {
    var (low, high) = (0, changed.count)
    while low < high {
      let middle = (low + high) / 2
      if changed[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONPatch {
  /// The changes between two lists of values, as of two arrays, when it is known where they may differ.
  ///
  /// - Parameters:
  ///   - old: The element with an index in the old list, and `new` in the new one.
  ///   - key: The member that identifies elements.
  ///   - path: Where the list stands in the document that the patch is for.
  package static func difference(
    _ oldCount: Int,
    _ newCount: Int,
    old: (Int) -> JSONValue,
    new: (Int) -> JSONValue,
    comparing places: PlacesToCompare,
    identifiedBy key: String?,
    at path: JSONPointer
  ) -> JSONPatch {
    var builder = PatchBuilder(path: path, key: key)
    builder.appendDifference(oldCount, newCount, old: old, new: new) { old, _, step, limit in
      places.countOfSame(old: old, step: step, limit: limit)
    }
    return JSONPatch(builder.operations)
  }
}
