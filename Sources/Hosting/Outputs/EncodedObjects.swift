import JSON
import Reactive

/// Takes note of the objects that the encoding of an output's value comes across, and of those among them that may
/// change without anybody being notified.
final class EncodedObjects {
  /// Whether there were any; of a list whose rows are followed by themselves, its owner says that.
  var areThere = false
  /// The class of one whose encoding has read nothing that Observation follows.
  var unfollowed: Any.Type?
  /// Whether there was ever one of which a setter may be silent.
  private(set) var haveSilentSetters = false
  /// By class, what tells of the changes of its objects.
  private static var followed: [ObjectIdentifier: Teller] = [:]

  private enum Teller {
    /// Its encoding has once read something that Observation follows.
    case properties
    /// The object as a whole.
    case object
    /// Nobody has to: the object never changes.
    case nobody
  }

  /// The JSON form of a value; what was noted before is forgotten.
  ///
  /// - Throws: `EncodingError`.
  func encode(_ value: some Encodable) throws -> JSONValue {
    areThere = false
    unfollowed = nil
    return try JSONValue(encoding: value) { [self] object, encode in
      areThere = true
      return try note(object, encode)
    }
  }

  /// What encodes several objects of a list, one after another.
  private var session: EncodingSession?

  /// The JSON form of an object in a list; what was noted of it before is forgotten.
  ///
  /// - Throws: `EncodingError`.
  func encode(_ element: some Encodable, as row: ListRow) throws -> JSONValue {
    unfollowed = nil
    defer { row.unfollowed = unfollowed }
    let session =
      session ?? EncodingSession { [unowned self] object, encode in try note(object, encode) }
    self.session = session
    return try JSONValue(encoding: element, in: session)
  }

  /// Several objects have been encoded, and no more are for now.
  func endRows() {
    session?.close()
    session = nil
  }

  /// Whether an object is being encoded only to find out what tells of its changes; then those inside it are left out.
  private var isProbing = false

  private func note(_ object: AnyObject, _ encode: () throws -> JSONValue) throws -> JSONValue {
    if isProbing { return .null }
    if !haveSilentSetters { haveSilentSetters = SilentSetters.arePossible(in: type(of: object)) }
    let identifier = ObjectIdentifier(type(of: object))
    switch Self.followed[identifier] {
    case .properties, .nobody: return try encode()
    case .object:
      (object as? any WholeObjectObservable)?.registerObservationAccess()
      return try encode()
    case nil:
      if object is any WholeObjectObservable {
        Self.followed[identifier] = .object
        return try note(object, encode)
      }
      if Constants.areAll(of: type(of: object)) {
        Self.followed[identifier] = .nobody
        return try encode()
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
