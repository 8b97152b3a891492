import JSON
import OperatingSystem

/// An object in a list output, tracked separately from the list and from other objects.
///
/// It does not retain the object: Observation stores the tracking with the object, and the tracking
/// retains the row.
final class ListRow {
  /// The frontend's JSON.
  var known = JSONValue.null
  /// The next JSON to publish, if it may differ.
  var next: JSONValue?
  /// Why the object cannot be encoded.
  var failure: (any Error)?
  /// The class of an object in it whose changes are not reported.
  var untracked: Any.Type?
  /// The object, while it is not in the list.
  weak var object: AnyObject?
  /// The index in the list; outdated if the row has moved.
  var index = 0
  /// Whether the row is in the frontend's list.
  var isListed = false
  /// Whether a change of what its encoding has read will be reported.
  var isTracked = false
  /// Whether it may have changed since it was encoded.
  var isStale = true

  var latest: JSONValue { next ?? known }

  /// Notes that the latest JSON is published.
  func settle() {
    if let json = next.take() { known = json }
  }
}

/// The rows with a reported change. Reports come from any thread, during the change.
nonisolated final class ChangedRows: Sendable {
  private let rows = Lock<[ListRow]>([])
  private let report: @Sendable () -> Void

  /// - Parameter report: is called with the first row, and again with the first one after each
  ///   `take()`.
  init(report: @escaping @Sendable () -> Void) { self.report = report }

  func add(_ row: ListRow) {
    let isFirst = rows.withLock { rows in
      rows.append(row)
      return rows.count == 1
    }
    if isFirst { report() }
  }

  func take() -> [ListRow] { rows.withLock { exchange(&$0, with: []) } }
}

/// The rows that have left a list. Their tracking is still active; a row that comes back would be
/// tracked twice if it were new.
struct DetachedRows {
  private var rows: [ObjectIdentifier: ListRow] = [:]
  /// The count at which rows without an object are removed.
  private var limit = 64

  mutating func add(_ row: ListRow, of object: AnyObject) {
    if rows.count >= limit {
      rows = rows.filter { $1.object != nil && $1.isTracked }
      limit = max(64, 2 * rows.count)
    }
    row.object = object
    rows[ObjectIdentifier(object)] = row
  }

  /// Removes and returns the row of an object, if it is tracked.
  mutating func take(_ object: AnyObject) -> ListRow? {
    if rows.isEmpty { return nil }
    guard let row = rows.removeValue(forKey: ObjectIdentifier(object)),
      row.object === object, row.isTracked
    else { return nil }
    return row
  }
}
