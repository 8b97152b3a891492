extension PatchBuilder {
  /// The difference of two arrays of values, keyed or not.
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

  /// The difference of two lists of values, keyed or not, whose elements are asked for by their indices.
  ///
  /// - Parameter skip: As ``CommonEnds`` has it.
  @inline(__always)
  mutating func appendDifference(
    _ oldCount: Int,
    _ newCount: Int,
    old: (Int) -> JSONValue,
    new: (Int) -> JSONValue,
    skip: CommonEnds.Skip
  ) {
    let mark = mark
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
    let edits = ListEdits(oldCount: oldMiddle.count, sources: matched)
    append(edits, offset: ends.prefix, value: new)

    for (oldIndex, newIndex) in ends.changed {
      within(String(newIndex)) {
        $0.appendDifference(from: old(oldIndex), to: new(newIndex))
      }
    }
    for pair in edits.pairs {
      let newIndex = ends.prefix + pair.new
      let (oldValue, newValue) = (old(ends.prefix + pair.old), new(newIndex))
      if oldValue == newValue { continue }
      within(String(newIndex)) { $0.appendDifference(from: oldValue, to: newValue) }
    }
    replaceIfSmaller(since: mark, count: newCount, element: new)
  }

  /// The difference of two arrays of plain Swift values, whose ends have been compared.
  mutating func appendDifference<Element: Encodable & Identifiable>(
    from old: [Element],
    to new: [Element],
    _ ends: CommonEnds,
    comparedBy comparison: PlainComparison
  ) throws {
    let mark = mark
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    let sources = matches(in: oldMiddle.map { old[$0].id }, of: newMiddle.map { new[$0].id })
    let edits = ListEdits(
      oldCount: oldMiddle.count,
      sources: sources ?? Array(repeating: ListEdits.noSource, count: newMiddle.count)
    )
    try append(edits, offset: ends.prefix) { try JSONValue(encoding: new[$0]) }

    for (oldIndex, newIndex) in ends.changed {
      try appendDifference(from: old[oldIndex], to: new[newIndex], at: newIndex)
    }
    for pair in edits.pairs {
      let (oldIndex, newIndex) = (ends.prefix + pair.old, ends.prefix + pair.new)
      // Most of what has moved has stayed as it was.
      if comparison.areSame(old[oldIndex], new[newIndex]) { continue }
      try appendDifference(from: old[oldIndex], to: new[newIndex], at: newIndex)
    }
    try replaceIfSmaller(since: mark, count: new.count) { try JSONValue(encoding: new[$0]) }
  }

  private mutating func appendDifference(
    from old: some Encodable, to new: some Encodable, at index: Int
  ) throws {
    let (oldValue, newValue) = (try JSONValue(encoding: old), try JSONValue(encoding: new))
    within(String(index)) { $0.appendDifference(from: oldValue, to: newValue) }
  }

  /// The edits of the middle of an array, of which `offset` elements stand before.
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
      case .move(let source, let target): move(from: offset + source, to: offset + target)
      }
    }
  }
}
