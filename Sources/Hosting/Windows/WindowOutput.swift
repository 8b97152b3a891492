import JSON

/// A list of which some rows are in the state, `{"total", "offset", "items"}`; null while there is no list.
///
/// The rows are an output of their own, of the kind that such a list would be, which is read through the window; what
/// is added here is where they stand.
package final class WindowOutput: OutputState {
  private let list: OpenWindow
  private let rows: OutputState
  /// Where the rows stand that the frontend knows; `nil` if it knows null.
  private var known: WindowPosition?

  /// - Parameter source: where the list comes from, if it is the last element of a stream.
  init(
    _ place: Place, _ list: OpenWindow, _ rows: OutputState, from source: AnyStreamSource?
  ) {
    self.list = list
    self.rows = rows
    super.init(place, of: source, noting: rows.objects)
  }

  /// Moves it, or makes it another.
  func move(to window: Window) { list.move(to: window) }

  /// What the frontend wants.
  package var window: Window { list.window }

  override package var part: OutputPart? { .window(list.window) }

  /// How it stands, as far as the frontend knows.
  package var held: (position: WindowPosition, limit: Int) {
    (known ?? WindowPosition(total: 0, offset: 0), list.window.limit)
  }

  override package var json: JSONValue {
    guard let known else { return .null }
    return [
      "total": .integer(Int64(known.total)), "offset": .integer(Int64(known.offset)),
      "items": rows.json,
    ]
  }

  override func load() { rows.load() }

  override func discardUnchanged() -> Bool {
    let hasNewRows = rows.discardUnchanged()
    return hasNewRows || list.position != known
  }

  override func commit() throws {
    try rows.commit()
    tell(list.position)
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = list.position, let old = known else {
      let old = json
      try commit()
      return place.writeDifference(from: old, to: json, to: &writer)
    }
    let start = writer.count
    if new.total != old.total { write("total", new.total, to: &writer) }
    if new.offset != old.offset { write("offset", new.offset, to: &writer) }
    let isChanged = try rows.writeChange(to: &writer)
    // Each of the two is written with a comma behind it.
    if !isChanged && writer.count > start { writer.truncate(to: writer.count - 1) }
    tell(new)
    return writer.count > start
  }

  private func tell(_ position: WindowPosition?) {
    known = position
    // What is news is told only when the turn ends; by then the list may be another.
    if case .none = news { list.wasTold() }
  }

  private func write(_ name: String, _ value: Int, to writer: inout JSONWriter) {
    let path = place.pointer.appending(name)
    writer.write(JSONPatch.Operation.replace(path: path, value: .integer(Int64(value))).json)
    writer.writeByte(UInt8(ascii: ","))
  }

  override func tearDown() {
    rows.tearDown()
    list.end()
    super.tearDown()
  }

  // MARK: What is so of the rows is so of the whole

  override var followedRows: (any FollowedRows)? { rows.followedRows }
  override package func isLarger(than limit: Int) -> Bool { rows.isLarger(than: limit) }
}
