import JSON
import Reactive

/// Takes note of the objects that the encoding of an output's value comes across, and of those among them that change
/// without anybody being told.
final class EncodedObjects {
  /// Whether there were any.
  private(set) var areThere = false
  /// The class of one whose encoding has read nothing that Observation follows.
  private(set) var unfollowed: Any.Type?
  /// What they are given without being told.
  private var silentChanges = SilentChanges()
  /// By class, what tells of the changes of its objects.
  private static var followed: [ObjectIdentifier: Teller] = [:]

  private enum Teller {
    /// Its encoding has once read something that Observation follows.
    case properties
    /// The object as a whole.
    case object
  }

  /// The JSON form of a value; what was noted before is forgotten.
  ///
  /// - Throws: `EncodingError`.
  func encode(_ value: some Encodable) throws -> JSONValue {
    areThere = false
    unfollowed = nil
    silentChanges.removeAll()
    return try JSONValue(encoding: value) { [self] object, encode in
      areThere = true
      silentChanges.watch(object)
      return try note(object, encode)
    }
  }

  /// What encodes several objects of a list, one after another.
  private var session: EncodingSession?
  private var row: ListRow?
  private var element: AnyObject?

  /// The JSON form of an object in a list; what was noted of it before is forgotten.
  ///
  /// - Parameter object: the same as an object.
  /// - Throws: `EncodingError`.
  func encode(
    _ element: some Encodable, _ object: AnyObject, as row: ListRow
  ) throws -> JSONValue {
    silentChanges.forget(row)
    row.unfollowed = nil
    unfollowed = nil
    self.row = row
    self.element = object
    defer {
      row.unfollowed = unfollowed
      self.row = nil
      self.element = nil
    }
    let session =
      session
      ?? EncodingSession { [unowned self] object, encode in
        if object !== self.element { self.row?.meet([.init(object)]) }
        silentChanges.watch(object, for: self.row)
        return try note(object, encode)
      }
    self.session = session
    return try JSONValue(encoding: element, in: session)
  }

  /// Several objects have been encoded, and no more are for now.
  func endRows() {
    session?.close()
    session = nil
  }

  /// An object has left its list.
  func forget(_ row: ListRow) { silentChanges.forget(row) }

  /// Nothing is looked at any more.
  func forgetAll() { silentChanges.removeAll() }

  /// In how many places of memory such a change can be found.
  var silentPlaces: Int { silentChanges.count }

  /// What they may have been given without anybody being told, since the last call.
  func takeSilentChange() -> SilentChanges.Change { silentChanges.take() }

  /// The rows that may have been given something so.
  func takeSilentRows() -> [ListRow] { silentChanges.takeRows() }

  /// Whether an object is being encoded only to find out what tells of its changes; then those inside it are left out.
  private var isProbing = false

  private func note(_ object: AnyObject, _ encode: () throws -> JSONValue) throws -> JSONValue {
    if isProbing { return .null }
    let identifier = ObjectIdentifier(type(of: object))
    switch Self.followed[identifier] {
    case .properties: return try encode()
    case .object:
      (object as? any WholeObjectObservable)?.registerObservationAccess()
      return try encode()
    case nil:
      if object is any WholeObjectObservable {
        Self.followed[identifier] = .object
        return try note(object, encode)
      }
    }
    isProbing = true
    var probe = JSONValue.null
    let isFollowed = readsObservables { probe = (try? encode()) ?? .null }
    isProbing = false
    // A synthesized `encode(to:)` of an @Observable class reads what the macro stores, past what Observation follows.
    if isFollowed && probe["_$observationRegistrar"] == nil {
      Self.followed[identifier] = .properties
    } else {
      unfollowed = type(of: object)
    }
    return try encode()
  }
}
