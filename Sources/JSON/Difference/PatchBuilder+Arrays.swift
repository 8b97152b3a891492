extension PatchBuilder {
  /// The difference of two arrays of values, keyed or not.
  mutating func appendDifference(from old: [JSONValue], to new: [JSONValue]) {
    if old.isIdentical(to: new) { return }
    let mark = mark
    let key = key
    let ends = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        CommonEnds(old.count, new.count) { oldIndex, newIndex in
          if old[oldIndex] == new[newIndex] { return .unchanged }
          guard let key, let oldKey = old[oldIndex][key], oldKey == new[newIndex][key] else {
            return .different
          }
          return .changed
        }
      }
    }
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    var sources: [Int]?
    if let key {
      sources = matches(
        in: oldMiddle.map { old[$0][key] ?? .null },
        of: newMiddle.map { new[$0][key] ?? .null }
      )
    }
    let matched = sources ?? equalElements(of: old[oldMiddle], in: new[newMiddle])
    let edits = ListEdits(oldCount: oldMiddle.count, sources: matched)
    append(edits, offset: ends.prefix) { new[$0] }

    for (oldIndex, newIndex) in ends.changes(edits) where old[oldIndex] != new[newIndex] {
      within(String(newIndex)) { $0.appendDifference(from: old[oldIndex], to: new[newIndex]) }
    }
    replaceIfSmaller(since: mark) { .array(new) }
  }

  /// The difference of two arrays of plain Swift values.
  mutating func appendDifference<Element: Encodable & Identifiable>(
    from old: [Element],
    to new: [Element],
    comparedBy comparison: PlainComparison
  ) throws {
    let mark = mark
    let ends = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        CommonEnds(comparing: old, with: new, by: comparison)
      }
    }
    let (oldMiddle, newMiddle) = (ends.oldMiddle, ends.newMiddle)
    let sources = matches(in: oldMiddle.map { old[$0].id }, of: newMiddle.map { new[$0].id })
    let edits = ListEdits(
      oldCount: oldMiddle.count,
      sources: sources ?? Array(repeating: ListEdits.noSource, count: newMiddle.count)
    )
    try append(edits, offset: ends.prefix) { try JSONValue(encoding: new[$0]) }

    for (oldIndex, newIndex) in ends.changes(edits) {
      let oldValue = try JSONValue(encoding: old[oldIndex])
      let newValue = try JSONValue(encoding: new[newIndex])
      within(String(newIndex)) { $0.appendDifference(from: oldValue, to: newValue) }
    }
    // The text of an element and its comma has at least two bytes: mostly there is no need to encode
    // all of the array in order to know that it is larger than the patch.
    if size(since: mark) >= 2 * new.count {
      try replaceIfSmaller(since: mark) { try JSONValue(encoding: new) }
    }
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

extension CommonEnds {
  /// All the pairs of an old and a new element that have to be looked into.
  fileprivate func changes(_ edits: ListEdits) -> [(old: Int, new: Int)] {
    changed + edits.pairs.map { (old: prefix + $0.old, new: prefix + $0.new) }
  }
}
