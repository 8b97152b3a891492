extension PatchBuilder {
  /// Appends the difference of two arrays of values, keyed or not.
  mutating func appendDifference(from old: [JSONValue], to new: [JSONValue]) {
    if old.isIdentical(to: new) { return }
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let (oldMemory, newMemory) = (ElementMemory(old), ElementMemory(new))
        appendDifference(old.count, new.count) {
          old[$0]
        } new: {
          new[$0]
        } skip: { oldIndex, newIndex, step, limit in
          oldMemory.countOfSame(from: oldIndex, as: newMemory, newIndex, step: step, limit: limit)
        }
      }
    }
  }

  /// Appends the difference of two lists of values, keyed or not, whose elements are accessed by
  /// index.
  ///
  /// - Parameter skip: See ``CommonEnds``.
  @inline(__always)
  mutating func appendDifference(
    _ oldCount: Int,
    _ newCount: Int,
    old: (Int) -> JSONValue,
    new: (Int) -> JSONValue,
    skip: CommonEnds.Skip
  ) {
    let key = key
    let ends = CommonEnds(oldCount, newCount, skip: skip) { oldIndex, newIndex in
      let (old, new) = (old(oldIndex), new(newIndex))
      if old == new { return .unchanged }
      guard let key, let oldKey = old[key], oldKey == new[key] else { return .different }
      return .changed
    }
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    var sources: [Int]?
    if let key {
      sources = matches(
        in: oldMiddle.map { old($0)[key] ?? .null },
        of: newMiddle.map { new($0)[key] ?? .null }
      )
    }
    let matched =
      sources ?? equalElements(of: oldMiddle.map(old), in: newMiddle.map(new))
    append(ends, matched, old: old, new: new) { _, _ in false }
  }

  /// Appends the difference of two arrays of plain Swift values, whose ends have been compared.
  mutating func appendDifference<Element: Encodable & Identifiable>(
    from old: [Element],
    to new: [Element],
    _ ends: CommonEnds,
    comparedBy comparison: PlainComparison
  ) throws {
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    let sources = matches(in: oldMiddle.map { old[$0].id }, of: newMiddle.map { new[$0].id })
    try append(
      ends, sources ?? Array(repeating: ListEdits.noSource, count: newMiddle.count)
    ) {
      try JSONValue(encoding: old[$0])
    } new: {
      try JSONValue(encoding: new[$0])
    } areSame: {
      comparison.areSame(old[$0], new[$1])
    }
  }

  /// Appends the difference of two lists whose ends have been compared.
  ///
  /// - Parameters:
  ///   - sources: For each element of the new middle the same one of the old middle.
  ///   - old: Returns the element at an index of the old list; `new` does for the new list.
  ///   - areSame: Whether two elements are known to be equal without their values.
  private mutating func append<E: Error>(
    _ ends: CommonEnds,
    _ sources: [Int],
    old: (Int) throws(E) -> JSONValue,
    new: (Int) throws(E) -> JSONValue,
    areSame: (Int, Int) -> Bool
  ) throws(E) {
    let mark = mark
    let edits = ListEdits(oldCount: ends.oldMiddle.count, sources: sources)
    // No operations are needed if there are so many that the new list is shorter in any case.
    let isReplaced = try replace(
      since: mark, unlessLargerThan: edits.edits.count * Self.leastSize, count: ends.newCount,
      element: new)
    if isReplaced { return }
    try append(edits, offset: ends.prefix, value: new)
    // Most moved elements are unchanged.
    let pairs = edits.pairs.map { (old: ends.prefix + $0.old, new: ends.prefix + $0.new) }
      .filter { !areSame($0.old, $0.new) }
    for (oldIndex, newIndex) in ends.changed + pairs {
      let (oldValue, newValue) = (try old(oldIndex), try new(newIndex))
      if oldValue == newValue { continue }
      within(String(newIndex)) { $0.appendDifference(from: oldValue, to: newValue) }
    }
    _ = try replace(
      since: mark, unlessLargerThan: size(since: mark), count: ends.newCount, element: new)
  }

  /// Appends the edits of the middle of an array, which starts at `offset`.
  private mutating func append<E: Error>(
    _ edits: ListEdits,
    offset: Int,
    value: (Int) throws(E) -> JSONValue
  ) throws(E) {
    for edit in edits.edits {
      switch edit {
      case .remove(let index): remove(at: offset + index)
      case .insert(let element, let index):
        insert(try value(offset + element), at: offset + index)
      }
    }
  }
}
