import JSON
import OperatingSystem

/// An object in a list that is an output, followed apart from the list and from the other objects.
///
/// It does not hold the object: what Observation keeps with the object to tell of its changes holds this.
final class ListRow {
  /// The JSON form that the frontend knows.
  var known = JSONValue.null
  /// The one that it is about to be told, if that may be another.
  var next: JSONValue?
  /// Why there is none.
  var failure: (any Error)?
  /// The class of an object in it that may change without anybody being told.
  var unfollowed: Any.Type?
  /// The object, while it is not in the list.
  weak var object: AnyObject?
  /// Where in the list it stands, if it has not moved.
  var place = 0
  /// Whether it stands in the list that the frontend knows.
  var isListed = false
  /// Whether a change of what its encoding has read will be told.
  var isFollowed = false
  /// Whether it may have changed since it was encoded.
  var isStale = true

  var latest: JSONValue { next ?? known }

  /// The frontend knows the latest form.
  func settle() {
    if let json = next.take() { known = json }
  }
}

/// The rows of which a change was told, from any thread, in the middle of the change.
nonisolated final class ToldRows: Sendable {
  private let rows = Lock<[ListRow]>([])
  private let tell: @Sendable () -> Void

  /// - Parameter tell: is called with the first of them, and then again when they have been taken.
  init(tell: @escaping @Sendable () -> Void) { self.tell = tell }

  func add(_ row: ListRow) {
    let isFirst = rows.withLock { rows in
      rows.append(row)
      return rows.count == 1
    }
    if isFirst { tell() }
  }

  func take() -> [ListRow] { rows.withLock { exchange(&$0, with: []) } }
}

/// The rows that have left a list, for the case that they come back: each is followed still, and would be followed
/// twice if it were made anew.
struct FormerRows {
  private var rows: [ObjectIdentifier: ListRow] = [:]
  /// At how many rows those are looked for whose object is gone.
  private var limit = 64

  mutating func add(_ row: ListRow, of object: AnyObject) {
    if rows.count >= limit {
      rows = rows.filter { $1.object != nil && $1.isFollowed }
      limit = max(64, 2 * rows.count)
    }
    row.object = object
    rows[ObjectIdentifier(object)] = row
  }

  /// Hands over the row of an object, if it is followed.
  mutating func take(_ object: AnyObject) -> ListRow? {
    if rows.isEmpty { return nil }
    guard let row = rows.removeValue(forKey: ObjectIdentifier(object)),
      row.object === object, row.isFollowed
    else { return nil }
    return row
  }
}
