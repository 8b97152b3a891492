/// The change of a published list of plain values.
package struct PlainListChange<Element: Encodable & Identifiable> {
  /// The changes of the JSON form.
  package let patch: JSONPatch
  private let ends: CommonEnds
  private let rewritten: Rewritten

  /// - Parameter path: The position of the list in the patched document.
  /// - Throws: `EncodingError`.
  package init(
    from old: [Element], to new: [Element], comparedBy comparison: PlainComparison,
    at path: JSONPointer = JSONPointer()
  ) throws {
    var rewritten = Rewritten()
    ends = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        CommonEnds(comparing: old, with: new, by: comparison, noting: &rewritten)
      }
    }
    var builder = PatchBuilder(path: path, key: nil)
    try builder.appendDifference(from: old, to: new, ends, comparedBy: comparison)
    patch = JSONPatch(builder.operations)
    self.rewritten = rewritten
  }

  /// Updates the old list in place to equal the new one; only elements with different bits are
  /// written.
  package func bringUpToDate(_ list: inout [Element], as new: [Element]) {
    for run in rewritten.runs {
      list.overwrite(run, with: new, from: run.lowerBound)
    }
    let shift = ends.newCount - ends.oldCount
    for run in rewritten.runsAtEnd {
      list.overwrite(run, with: new, from: run.lowerBound + shift)
    }
    let (old, middle) = (ends.oldMiddle, ends.newMiddle)
    let common = Swift.min(old.count, middle.count)
    list.overwrite(old.prefix(common), with: new, from: middle.lowerBound)
    if old.count != middle.count {
      list.replaceSubrange(old.dropFirst(common), with: new[middle.dropFirst(common)])
    }
  }
}

extension Array {
  /// Overwrites a range with elements of another array, from an index on.
  fileprivate mutating func overwrite(_ range: Range<Int>, with new: [Element], from start: Int) {
    if range.isEmpty { return }
    withUnsafeMutableBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        (old + range.lowerBound).update(from: new + start, count: range.count)
      }
    }
  }
}

/// The old indices of elements in both common ends whose bits differ, even if the elements are the
/// same: a long text may be elsewhere in memory.
private struct Rewritten {
  /// The runs at the start, in ascending order.
  private(set) var runs: [Range<Int>] = []
  /// The runs at the end, in descending order.
  private(set) var runsAtEnd: [Range<Int>] = []

  /// The start and length of the current run.
  private var start = 0
  private var count = 0
  private var isAtEnd = false

  /// Records the next one: first those at the start, then those at the end.
  @inline(__always)
  mutating func note(_ old: Int, isAtEnd: Bool) {
    if isAtEnd == self.isAtEnd {
      if !isAtEnd && old == start + count {
        count += 1
        return
      }
      if isAtEnd && old == start - 1 {
        start = old
        count += 1
        return
      }
    }
    endRun()
    (start, count, self.isAtEnd) = (old, 1, isAtEnd)
  }

  mutating func endRun() {
    if count == 0 { return }
    let run = start..<start + count
    if isAtEnd { runsAtEnd.append(run) } else { runs.append(run) }
    count = 0
  }
}

extension CommonEnds {
  /// Compares plain Swift values by contents, then by identity.
  fileprivate init<Element: Identifiable>(
    comparing old: UnsafeBufferPointer<Element>,
    with new: UnsafeBufferPointer<Element>,
    by comparison: PlainComparison,
    noting rewritten: inout Rewritten
  ) {
    let oldMemory = ElementMemory(old)
    let newMemory = ElementMemory(new)
    var isAtEnd = false
    self.init(old.count, new.count) { oldIndex, newIndex, step, limit in
      isAtEnd = step < 0
      return oldMemory.countOfSame(
        from: oldIndex, as: newMemory, newIndex, step: step, limit: limit)
    } relation: { oldIndex, newIndex in
      let relation: Relation =
        if comparison.areSame(oldMemory[oldIndex], newMemory[newIndex]) {
          .unchanged
        } else {
          old[oldIndex].id == new[newIndex].id ? .changed : .different
        }
      if relation != .different { rewritten.note(oldIndex, isAtEnd: isAtEnd) }
      return relation
    }
    rewritten.endRun()
  }
}
