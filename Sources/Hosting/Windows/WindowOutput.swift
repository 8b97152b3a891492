import JSON

/// An output with some rows of a list, `{"total", "offset", "items"}`; null while there is no list.
///
/// The rows are an output of their own, which is read through the window. This class adds the
/// position.
package final class WindowOutput: OutputState {
  private let list: OpenWindow
  private let rows: OutputState
  /// The frontend's position; `nil` if it has null.
  private var known: WindowPosition?

  /// - Parameter source: the stream whose last element is the list, if there is one.
  init(
    _ location: Location, _ list: OpenWindow, _ rows: OutputState, from source: AnyStreamSource?
  ) {
    self.list = list
    self.rows = rows
    super.init(location, of: source, noting: rows.objects)
  }

  /// Changes the window.
  func move(to window: Window) { list.move(to: window) }

  /// The window that the frontend asked for.
  package var window: Window { list.window }

  override package var part: OutputPart? { .window(list.window) }

  /// The frontend's position and limit.
  package var publishedPosition: (position: WindowPosition, limit: Int) {
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
    publish(list.position)
  }

  override func writeChange(to writer: inout JSONWriter) throws -> Bool {
    guard let new = list.position, let old = known else {
      let old = json
      try commit()
      return location.writeDifference(from: old, to: json, to: &writer)
    }
    let start = writer.count
    if new.total != old.total { write("total", new.total, to: &writer) }
    if new.offset != old.offset { write("offset", new.offset, to: &writer) }
    let isChanged = try rows.writeChange(to: &writer)
    // Each of the two is followed by a comma.
    if !isChanged && writer.count > start { writer.truncate(to: writer.count - 1) }
    publish(new)
    return writer.count > start
  }

  private func publish(_ position: WindowPosition?) {
    known = position
    // A membership change is published at the end of the turn; the list may differ by then.
    if case .none = membershipChange { list.didPublish() }
  }

  private func write(_ name: String, _ value: Int, to writer: inout JSONWriter) {
    let path = location.pointer.appending(name)
    writer.write(JSONPatch.Operation.replace(path: path, value: .integer(Int64(value))))
    writer.writeByte(UInt8(ascii: ","))
  }

  override func tearDown() {
    rows.tearDown()
    list.end()
    super.tearDown()
  }

  override var trackedRows: (any TrackedRows)? { rows.trackedRows }
  override package func isLarger(than limit: Int) -> Bool { rows.isLarger(than: limit) }
}
