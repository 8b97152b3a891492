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

  /// In how many places of memory such a change can be found.
  var silentPlaces: Int { silentChanges.count }

  /// What they may have been given without anybody being told, since the last call.
  func takeSilentChange() -> SilentChanges.Change { silentChanges.take() }

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
