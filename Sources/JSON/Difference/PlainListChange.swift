/// How a list of plain values, which has been shown, became another one.
package struct PlainListChange<Element: Encodable & Identifiable> {
  /// The changes of the JSON form.
  package let patch: JSONPatch
  private let ends: CommonEnds
  private let rewritten: Rewritten

  /// - Parameter path: Where the list stands in the document that the patch is for.
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

  /// Makes the old list the same as the new one, in place: only what has other bits is touched.
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
  /// Takes over as many elements of another array as there are in a range, from an index on.
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

/// The elements of two common ends that have other bits, whether they are the same or not, by their indices in the
/// old list: where a text is long it may lie elsewhere in memory.
private struct Rewritten {
  /// At the beginning, in ascending order.
  private(set) var runs: [Range<Int>] = []
  /// At the end, in descending order.
  private(set) var runsAtEnd: [Range<Int>] = []

  /// Where the run begins that goes on, and how long it is.
  private var start = 0
  private var count = 0
  private var isAtEnd = false

  /// Takes note of the next of them: first those at the beginning, and then those at the end.
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
  /// Compares plain Swift values by what they consist of, then by identity.
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
