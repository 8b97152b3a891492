import Reactive

#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// An object that tells when it is about to change.
///
/// Each `@Published` property is followed by Observation by itself. What changes without one, and is told of by hand,
/// is followed as a change of the object as a whole: see ``registerObservationAccess()``.
@MainActor public protocol ObservableObject: WholeObjectObservable {
  /// Sends before any `@Published` property changes, and whenever it is told to.
  var objectWillChange: ObservableObjectPublisher { get }
}

/// Tells that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  /// What is sent says nothing.
  public typealias Output = Void
  /// It cannot fail.
  public typealias Failure = Never
  private let subject = PublishSubject<Void>()
  private var tracker: ObservationTracker?

  /// A publisher without subscribers.
  public init() {}

  /// Tells it; Observation too, as a change of the object as a whole.
  public func send() {
    tracker.change { subject.onNext() }
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Void> { subject }

  /// Counts, under `withObservationTracking`, as a read of what the next `send` is about.
  func access() { tracker.access() }
}

extension ObservableObject {
  /// Sends before any `@Published` property changes, and whenever it is told to: `willSet { objectWillChange.send() }`.
  ///
  /// It is one and the same for the life of the object.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }

  /// Counts, under `withObservationTracking`, as a read of all that the object has: whoever did so is told of the next
  /// `objectWillChange.send()`, by hand or of a `@Published` property.
  ///
  /// What changes has its new value only after that.
  public func registerObservationAccess() { objectWillChange.access() }
}

/// The publishers of the objects that declare none of their own.
///
/// An object's `@Published` properties, found by reflection when it is first asked for, keep it and send through it.
/// Where there are none it is kept here.
private enum ObjectPublishers {
  private struct Entry {
    weak var object: AnyObject?
    weak var publisher: ObservableObjectPublisher?
    let kept: ObservableObjectPublisher?
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]
  private static var sweepCount = 64

  static func publisher(of object: some ObservableObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    // Another object may have had the same address before.
    if let entry = entries[id], entry.object === object, let publisher = entry.publisher {
      return publisher
    }
    let publisher = ObservableObjectPublisher()
    let properties = published(in: object)
    for property in properties { property.objectWillChange = publisher }
    sweep()
    entries[id] = Entry(
      object: object, publisher: publisher, kept: properties.isEmpty ? publisher : nil)
    return publisher
  }

  /// Forgets the objects that are gone, whenever there are twice as many as were left the last time.
  private static func sweep() {
    if entries.count < sweepCount { return }
    entries = entries.filter { $0.value.object != nil }
    sweepCount = max(64, entries.count * 2)
  }

  /// Reads no other properties, where their types are known before: another thread may be about to set one, under a
  /// lock of the author's own. What is behind `@Published` stays where it is.
  private static func published(in object: some ObservableObject) -> [any AnyPublished] {
    let mirrors = sequence(first: Mirror(reflecting: object), next: \.superclassMirror)
    // Those of the base class come first. A mirror reads a child when that is asked for.
    let children = Array(mirrors).reversed().flatMap { mirror in
      mirror.children.indices.map { (mirror.children, $0) }
    }
    let types = storedTypes(of: type(of: object))
    return children.enumerated().compactMap { index, child in
      if types.count == children.count, !(types[index] is any AnyPublished.Type) { return nil }
      return child.0[child.1].value as? any AnyPublished
    }
  }

  /// The types of the stored properties of a class and of its base classes; none where the standard library does not
  /// tell them, as on Apple's platforms.
  private static func storedTypes(of type: AnyClass) -> [Any.Type] {
    var types: [Any.Type] = []
    #if os(Linux)
      // The option `classType`, whose name is a variable, which Swift 6 refuses.
      _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, _, type, _ in
        types.append(type)
        return true
      }
    #endif
    return types
  }
}

/// A `@Published` property whatever its type.
@MainActor private protocol AnyPublished {
  var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: AnyPublished {
  var objectWillChange: ObservableObjectPublisher? {
    get { storage.objectWillChange }
    nonmutating set { storage.objectWillChange = newValue }
  }
}
