import JSON

/// An output that is a list of objects. Each object is tracked separately, so a change of one
/// encodes only that one; the list compares only references.
///
/// Reading while the list is tracked loads only the list. ``loadRows()`` encodes the objects
/// afterwards.
final class ObjectListOutput<VM, Element: Encodable>: OutputState, TrackedRows {
  private var box: ViewModelBox<VM>?
  private let property: (VM) -> [Element]
  private let encodedObjects = EncodedObjects()

  /// The frontend's objects, and the row of each. A copy, so that a ViewModel can change its list
  /// without copying all of it.
  private var elements: [Element] = []
  private var rows: [ListRow] = []
  /// Whether the frontend has a list; otherwise it has null.
  private var isKnown = false
  private var detachedRows = DetachedRows()

  /// The list that was read last, if its rows have not been loaded.
  private var list: [Element]?
  private var changedRows: ChangedRows?
  /// The rows to encode.
  private var stale: [ListRow] = []
  /// The rows with new JSON that is not published.
  private var changed: [ListRow] = []
  /// Whether there was a row that could not be encoded, or one whose changes are not reported.
  private var hasFailures = false
  private var hasUntracked = false
  private var pending: Pending?

  /// A list that was read. Only the middle between a prefix and a suffix differs from the known
  /// list.
  private struct Pending {
    let prefix: Int
    let suffix: Int
    /// The middle.
    let elements: ArraySlice<Element>
    let rows: [ListRow]
    let failure: (any Error)?
  }

  init(_ box: ViewModelBox<VM>, _ property: @escaping (VM) -> [Element], _ location: Location) {
    self.box = box
    self.property = property
    super.init(location, noting: encodedObjects)
  }

  override var json: JSONValue { isKnown ? .array(rows.map(\.known)) : .null }
  override var trackedRows: (any TrackedRows)? { self }

  override package func isLarger(than limit: Int) -> Bool {
    if rows.count > limit { return true }
    var room = limit
    return !rows.allSatisfy { $0.known.fits(into: &room) }
  }

  override func load() {
    guard let box else { return }
    list = property(box.viewModel)
  }

  func connectRows(didChange: @escaping @Sendable () -> Void) {
    changedRows = ChangedRows(report: didChange)
  }

  func markRowsStale() { for row in rows { setStale(row) } }

  private func setStale(_ row: ListRow) {
    if row.isListed && !row.isStale { stale.append(row) }
    row.isStale = true
  }

  func loadRows() {
    guard let list = list.take() else { return }
    abandonPending()
    for row in changedRows?.take() ?? [] {
      row.isTracked = false
      setStale(row)
    }
    if hasUntracked { for row in rows where row.untracked != nil { setStale(row) } }
    let (prefix, suffix) = commonEnds(with: list)
    let oldMiddle = prefix..<rows.count - suffix
    let staleRows = exchange(&stale, with: [])
    for row in staleRows where row.isStale && row.isListed {
      let index = self.index(of: row)
      // A row in the middle may be about to leave.
      if oldMiddle.contains(index) { stale.append(row) } else { encode(row, elements[index]) }
    }
    let middle = list[prefix..<list.count - suffix]
    let middleRows = rowsOf(middle, from: oldMiddle)
    let failure = findFaults(prefix, suffix, middleRows)
    pending = Pending(
      prefix: prefix, suffix: suffix, elements: middle, rows: middleRows, failure: failure)
    encodedObjects.hasObjects = failure == nil ? !list.isEmpty : !rows.isEmpty
    encodedObjects.endRows()
  }

  /// Counts the unchanged objects at both ends of the list.
  private func commonEnds(with list: [Element]) -> (prefix: Int, suffix: Int) {
    elements.withUnsafeBufferPointer { old in
      list.withUnsafeBufferPointer { new in
        let (oldMemory, newMemory) = (ElementMemory(old), ElementMemory(new))
        let shorter = min(old.count, new.count)
        let prefix = oldMemory.countOfSame(from: 0, as: newMemory, 0, step: 1, limit: shorter)
        let suffix = oldMemory.countOfSame(
          from: old.count - 1, as: newMemory, new.count - 1, step: -1, limit: shorter - prefix)
        return (prefix, suffix)
      }
    }
  }

  /// The index of a listed row.
  private func index(of row: ListRow) -> Int {
    if row.index >= rows.count || rows[row.index] !== row {
      for (index, row) in rows.enumerated() { row.index = index }
    }
    return row.index
  }

  /// The rows of the objects in the middle: those of the old middle, former rows, or new ones.
  private func rowsOf(_ elements: ArraySlice<Element>, from oldMiddle: Range<Int>) -> [ListRow] {
    if elements.isEmpty { return [] }
    var known: [ObjectIdentifier: ListRow] = [:]
    for index in oldMiddle { known[ObjectIdentifier(object(self.elements[index]))] = rows[index] }
    return elements.map { element in
      if let row = known.removeValue(forKey: ObjectIdentifier(object(element))) {
        if row.isStale { encode(row, element) }
        return row
      }
      let row = detachedRows.take(object(element)) ?? ListRow()
      encode(row, element)
      return row
    }
  }

  /// Casts an element, which is always an object here. `as` takes as long as encoding a small
  /// object.
  private func object(_ element: Element) -> AnyObject {
    unsafeBitCast(element, to: AnyObject.self)
  }

  /// Encodes an object, and tracks what that reads.
  private func encode(_ row: ListRow, _ element: Element) {
    row.isStale = false
    let encoded = row.isTracked ? encodeAgain(row, element) : encodeAndTrack(row, element)
    guard let result = encoded else { return }
    row.failure = nil
    switch result {
    case .success(let json):
      if row.next == nil && row.isListed { changed.append(row) }
      row.next = json
    case .failure(let error):
      row.failure = error
      hasFailures = true
    }
    if row.untracked != nil { hasUntracked = true }
  }

  private func encodeAndTrack(_ row: ListRow, _ element: Element) -> Result<JSONValue, any Error>? {
    guard let changedRows else { return nil }
    var result: Result<JSONValue, any Error>?
    withTracking {
      result = Result { try encodedObjects.encode(element, as: row) }
    } didChange: {
      changedRows.add(row)
    }
    row.isTracked = true
    return result
  }

  /// Encodes an object without a reported change: it comes back to the list, or may have a silent
  /// setter.
  ///
  /// - Returns: `nil` if it has not changed.
  private func encodeAgain(_ row: ListRow, _ element: Element) -> Result<JSONValue, any Error>? {
    let result = Result { try encodedObjects.encode(element, as: row) }
    // An untracked row is encoded in every turn.
    if row.untracked != nil { return result }
    if row.failure == nil, case .success(row.latest) = result { return nil }
    // A different value may have read different properties.
    return encodeAndTrack(row, element)
  }

  /// Finds a row that could not be encoded, and one that cannot be tracked. Returns at once if
  /// there was none.
  private func findFaults(_ prefix: Int, _ suffix: Int, _ middle: [ListRow]) -> (any Error)? {
    encodedObjects.untracked = nil
    if !hasFailures && !hasUntracked { return nil }
    var failure: (any Error)?
    var untracked: Any.Type?
    for row in [rows[..<prefix], middle[...], rows[(rows.count - suffix)...]].joined() {
      failure = failure ?? row.failure
      untracked = untracked ?? row.untracked
    }
    hasFailures = failure != nil
    hasUntracked = untracked != nil
    encodedObjects.untracked = untracked
    return failure
  }

  override func commit() throws {
    if let pending = try takePending() { commit(pending) }
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let pending = try takePending() else { return false }
    if !isKnown {
      commit(pending)
      location.writeReplacement(json, to: &writer)
      return true
    }
    let patch = difference(to: pending)
    commit(pending)
    return location.write(patch, to: &writer)
  }

  override func discardUnchanged() -> Bool {
    guard let new = pending else { return false }
    if let failure = new.failure {
      if !isReported(failure) { return true }
      abandonPending()
      return false
    }
    if !isKnown || !changed.isEmpty || !new.rows.isEmpty || new.prefix + new.suffix < rows.count {
      return true
    }
    pending = nil
    return false
  }

  private func takePending() throws -> Pending? {
    if let failure = pending?.failure {
      abandonPending()
      throw failure
    }
    return pending.take()
  }

  /// Discards what was read. New rows stay tracked, and are kept for the next read.
  private func abandonPending() {
    guard let pending = pending.take() else { return }
    for (row, element) in zip(pending.rows, pending.elements) where !row.isListed {
      leave(row, element)
    }
  }

  /// The operations from the frontend's value to the one that was read.
  private func difference(to new: Pending) -> JSONPatch {
    let (oldCount, newCount) = (rows.count, new.prefix + new.rows.count + new.suffix)
    let middle = new.prefix..<oldCount - new.suffix
    let endOfMiddle = newCount - new.suffix
    let indices = IndicesToCompare(
      oldCount: oldCount, newCount: newCount, prefix: new.prefix, suffix: new.suffix,
      changed: changed.map { index(of: $0) }.filter { !middle.contains($0) }.sorted())
    return JSONPatch.difference(
      oldCount, newCount,
      old: { [rows] in rows[$0].known },
      new: { [rows] index in
        if index < new.prefix { return rows[index].latest }
        if index < endOfMiddle { return new.rows[index - new.prefix].latest }
        return rows[index - newCount + oldCount].latest
      },
      comparing: indices, identifiedBy: location.identity, at: location.pointer)
  }

  /// Makes the list that was read the frontend's.
  private func commit(_ new: Pending) {
    for row in changed { row.settle() }
    changed.removeAll()
    isKnown = true
    let middle = new.prefix..<rows.count - new.suffix
    if middle.isEmpty && new.rows.isEmpty { return }
    for index in middle { rows[index].isListed = false }
    for (index, row) in new.rows.enumerated() {
      row.settle()
      row.isListed = true
      row.index = new.prefix + index
    }
    for index in middle where !rows[index].isListed { leave(rows[index], elements[index]) }
    rows.replaceSubrange(middle, with: new.rows)
    elements.replaceSubrange(middle, with: new.elements)
  }

  private func leave(_ row: ListRow, _ element: Element) {
    row.settle()
    if row.isTracked { detachedRows.add(row, of: object(element)) }
  }

  override func tearDown() {
    box = nil
    changedRows = nil
    list = nil
    pending = nil
    elements = []
    stale = []
    detachedRows = DetachedRows()
  }
}
