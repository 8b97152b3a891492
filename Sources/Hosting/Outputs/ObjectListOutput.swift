import JSON

/// An output that is a list of objects. Each object is followed apart from the others, so that a change
/// of one is a matter of that one; of the list only the references are compared.
///
/// What is read while the list is followed is the list alone. The objects are encoded afterwards, by ``loadRows()``.
final class ObjectListOutput<VM, Element: Encodable>: OutputState, FollowedRows {
  private var box: ViewModelBox<VM>?
  private let property: (VM) -> [Element]
  private let encodedObjects = EncodedObjects()

  /// What the frontend knows: the objects, and for each a row. A copy, so that a ViewModel that changes its list need
  /// not copy all of it.
  private var elements: [Element] = []
  private var rows: [ListRow] = []
  /// Whether the frontend knows a list; if not, it knows null.
  private var isKnown = false
  private var formerRows = FormerRows()

  /// The list that was read last, if its rows have not been loaded.
  private var list: [Element]?
  private var told: ToldRows?
  /// The rows that are to be encoded.
  private var stale: [ListRow] = []
  /// The rows with a new JSON form of which the frontend has not been told.
  private var changed: [ListRow] = []
  /// Whether there was a row without a JSON form, or one that nobody tells of.
  private var hasFailures = false
  private var hasUnfollowed = false
  private var pending: Pending?

  /// A list that was read: the known one but for what is between the ends.
  private struct Pending {
    let prefix: Int
    let suffix: Int
    /// What is between the ends.
    let elements: ArraySlice<Element>
    let rows: [ListRow]
    let failure: (any Error)?
  }

  init(_ box: ViewModelBox<VM>, _ property: @escaping (VM) -> [Element], _ place: Place) {
    self.box = box
    self.property = property
    super.init(place, noting: encodedObjects)
  }

  override var json: JSONValue { isKnown ? .array(rows.map(\.known)) : .null }
  override var followedRows: (any FollowedRows)? { self }

  override package func isLarger(than limit: Int) -> Bool {
    if rows.count > limit { return true }
    var room = limit
    return !rows.allSatisfy { $0.known.fits(into: &room) }
  }

  override func load() {
    guard let box else { return }
    list = property(box.viewModel)
  }

  func connectRows(didChange: @escaping @Sendable () -> Void) { told = ToldRows(tell: didChange) }

  func doubtRows() { for row in rows { setStale(row) } }

  private func setStale(_ row: ListRow) {
    if row.isListed && !row.isStale { stale.append(row) }
    row.isStale = true
  }

  func loadRows() {
    guard let list = list.take() else { return }
    giveUpPending()
    for row in told?.take() ?? [] {
      row.isFollowed = false
      setStale(row)
    }
    if hasUnfollowed { for row in rows where row.unfollowed != nil { setStale(row) } }
    let (prefix, suffix) = commonEnds(with: list)
    let oldMiddle = prefix..<rows.count - suffix
    let staleRows = exchange(&stale, with: [])
    for row in staleRows where row.isStale && row.isListed {
      let place = self.place(of: row)
      // What is between the ends may be about to leave.
      if oldMiddle.contains(place) { stale.append(row) } else { encode(row, elements[place]) }
    }
    let middle = list[prefix..<list.count - suffix]
    let middleRows = rowsOf(middle, from: oldMiddle)
    let failure = findFaults(prefix, suffix, middleRows)
    pending = Pending(
      prefix: prefix, suffix: suffix, elements: middle, rows: middleRows, failure: failure)
    encodedObjects.areThere = failure == nil ? !list.isEmpty : !rows.isEmpty
    encodedObjects.endRows()
  }

  /// How many objects at both ends of the list are those that were there.
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

  /// Where a row stands that is listed.
  private func place(of row: ListRow) -> Int {
    if row.place >= rows.count || rows[row.place] !== row {
      for (place, row) in rows.enumerated() { row.place = place }
    }
    return row.place
  }

  /// The rows of objects between the ends: those that they had there, or had at another time, or new ones.
  private func rowsOf(_ elements: ArraySlice<Element>, from oldMiddle: Range<Int>) -> [ListRow] {
    if elements.isEmpty { return [] }
    var known: [ObjectIdentifier: ListRow] = [:]
    for place in oldMiddle { known[ObjectIdentifier(object(self.elements[place]))] = rows[place] }
    return elements.map { element in
      if let row = known.removeValue(forKey: ObjectIdentifier(object(element))) {
        if row.isStale { encode(row, element) }
        return row
      }
      let row = formerRows.take(object(element)) ?? ListRow()
      encode(row, element)
      return row
    }
  }

  /// The element as what it is: there is such an output only of the elements of classes. To ask for that with `as`
  /// takes as long as to encode a small object.
  private func object(_ element: Element) -> AnyObject {
    unsafeBitCast(element, to: AnyObject.self)
  }

  /// Encodes an object, and has a change told of what that reads.
  private func encode(_ row: ListRow, _ element: Element) {
    row.isStale = false
    let encoded = row.isFollowed ? encodeAgain(row, element) : encodeAndFollow(row, element)
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
    if row.unfollowed != nil { hasUnfollowed = true }
  }

  private func encodeAndFollow(_ row: ListRow, _ element: Element) -> Result<JSONValue, any Error>?
  {
    guard let told else { return nil }
    var result: Result<JSONValue, any Error>?
    withTracking {
      result = Result { try encodedObjects.encode(element, as: row) }
    } didChange: {
      told.add(row)
    }
    row.isFollowed = true
    return result
  }

  /// The same for an object of which no change was told: it comes back to the list, or may have a setter that is silent.
  ///
  /// - Returns: `nil` if it is as it was.
  private func encodeAgain(_ row: ListRow, _ element: Element) -> Result<JSONValue, any Error>? {
    let result = Result { try encodedObjects.encode(element, as: row) }
    // What is encoded in every turn is followed all the same.
    if row.unfollowed != nil { return result }
    if row.failure == nil, case .success(row.latest) = result { return nil }
    // Who has another form may have read something else.
    return encodeAndFollow(row, element)
  }

  /// Finds out what keeps the list from being told or followed; there are no more than few such rows at most times.
  private func findFaults(_ prefix: Int, _ suffix: Int, _ middle: [ListRow]) -> (any Error)? {
    encodedObjects.unfollowed = nil
    if !hasFailures && !hasUnfollowed { return nil }
    var failure: (any Error)?
    var unfollowed: Any.Type?
    for row in [rows[..<prefix], middle[...], rows[(rows.count - suffix)...]].joined() {
      failure = failure ?? row.failure
      unfollowed = unfollowed ?? row.unfollowed
    }
    hasFailures = failure != nil
    hasUnfollowed = unfollowed != nil
    encodedObjects.unfollowed = unfollowed
    return failure
  }

  override func commit() throws {
    if let pending = try takePending() { commit(pending) }
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let pending = try takePending() else { return false }
    if !isKnown {
      commit(pending)
      place.writeReplacement(json, to: &writer)
      return true
    }
    let patch = difference(to: pending)
    commit(pending)
    return place.write(patch, to: &writer)
  }

  override func discardUnchanged() -> Bool {
    guard let new = pending else { return false }
    if let failure = new.failure {
      if !isReported(failure) { return true }
      giveUpPending()
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
      giveUpPending()
      throw failure
    }
    return pending.take()
  }

  /// What was read will not be told. New rows are followed all the same, and kept for the next time.
  private func giveUpPending() {
    guard let pending = pending.take() else { return }
    for (row, element) in zip(pending.rows, pending.elements) where !row.isListed {
      leave(row, element)
    }
  }

  /// The operations that lead from what the frontend knows to what was read.
  private func difference(to new: Pending) -> JSONPatch {
    let (oldCount, newCount) = (rows.count, new.prefix + new.rows.count + new.suffix)
    let middle = new.prefix..<oldCount - new.suffix
    let endOfMiddle = newCount - new.suffix
    let places = IndicesToCompare(
      oldCount: oldCount, newCount: newCount, prefix: new.prefix, suffix: new.suffix,
      changed: changed.map { place(of: $0) }.filter { !middle.contains($0) }.sorted())
    return JSONPatch.difference(
      oldCount, newCount,
      old: { [rows] in rows[$0].known },
      new: { [rows] place in
        if place < new.prefix { return rows[place].latest }
        if place < endOfMiddle { return new.rows[place - new.prefix].latest }
        return rows[place - newCount + oldCount].latest
      },
      comparing: places, identifiedBy: self.place.identity, at: self.place.pointer)
  }

  /// What was read is what the frontend knows.
  private func commit(_ new: Pending) {
    for row in changed { row.settle() }
    changed.removeAll()
    isKnown = true
    let middle = new.prefix..<rows.count - new.suffix
    if middle.isEmpty && new.rows.isEmpty { return }
    for place in middle { rows[place].isListed = false }
    for (index, row) in new.rows.enumerated() {
      row.settle()
      row.isListed = true
      row.place = new.prefix + index
    }
    for place in middle where !rows[place].isListed { leave(rows[place], elements[place]) }
    rows.replaceSubrange(middle, with: new.rows)
    elements.replaceSubrange(middle, with: new.elements)
  }

  private func leave(_ row: ListRow, _ element: Element) {
    row.settle()
    if row.isFollowed { formerRows.add(row, of: object(element)) }
  }

  override func tearDown() {
    box = nil
    told = nil
    list = nil
    pending = nil
    elements = []
    stale = []
    formerRows = FormerRows()
  }
}
