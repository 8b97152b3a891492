import JSON
import Reactive

/// Tracks the objects that the encoding of an output meets, and notes those whose changes are not
/// reported.
final class EncodedObjects {
  /// Whether the value has objects. An owner that tracks rows separately sets it.
  var hasObjects = false
  /// The class of an object whose encoding reads no observable property.
  var untracked: Any.Type?
  /// Whether any object so far may have a silent setter.
  private(set) var hasSilentSetters = false
  /// What reports the changes of objects, by class.
  private static var trackers: [ObjectIdentifier: Tracker] = [:]

  private enum Tracker {
    /// Observation: the encoding has once read an observable property.
    case properties
    /// The object as a whole.
    case object
    /// No report is needed: the object never changes.
    case unneeded
  }

  /// Encodes a value, and replaces the notes on the last one.
  ///
  /// - Throws: `EncodingError`.
  func encode(_ value: some Encodable) throws -> JSONValue {
    hasObjects = false
    untracked = nil
    return try JSONValue(encoding: value) { [self] object, encode in
      hasObjects = true
      return try note(object, encode)
    }
  }

  /// The session that encodes several objects of a list.
  private var session: EncodingSession?

  /// Encodes an object of a list, and replaces the notes in its row.
  ///
  /// - Throws: `EncodingError`.
  func encode(_ element: some Encodable, as row: ListRow) throws -> JSONValue {
    untracked = nil
    defer { row.untracked = untracked }
    let session =
      session ?? EncodingSession { [unowned self] object, encode in try note(object, encode) }
    self.session = session
    return try JSONValue(encoding: element, in: session)
  }

  /// Ends the encoding of several objects.
  func endRows() {
    session?.close()
    session = nil
  }

  /// Whether an object is encoded only to find out what reports its changes; objects inside it are
  /// skipped.
  private var isProbing = false

  private func note(_ object: AnyObject, _ encode: () throws -> JSONValue) throws -> JSONValue {
    if isProbing { return .null }
    if !hasSilentSetters { hasSilentSetters = SilentSetters.arePossible(in: type(of: object)) }
    let identifier = ObjectIdentifier(type(of: object))
    switch Self.trackers[identifier] {
    case .properties, .unneeded: return try encode()
    case .object:
      (object as? any WholeObjectObservable)?.registerObservationAccess()
      return try encode()
    case nil:
      if object is any WholeObjectObservable {
        Self.trackers[identifier] = .object
        return try note(object, encode)
      }
      if Constants.areAll(of: type(of: object)) {
        Self.trackers[identifier] = .unneeded
        return try encode()
      }
    }
    isProbing = true
    var probe = JSONValue.null
    let isTracked = readsObservables { probe = (try? encode()) ?? .null }
    isProbing = false
    // A synthesized `encode(to:)` of an `@Observable` class reads the stored properties of the
    // macro, which Observation does not track.
    if isTracked && probe["_$observationRegistrar"] == nil {
      Self.trackers[identifier] = .properties
    } else {
      untracked = type(of: object)
    }
    return try encode()
  }
}
