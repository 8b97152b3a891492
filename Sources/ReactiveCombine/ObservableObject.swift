import Reactive

#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// An object that publishes before it changes.
///
/// Observation tracks each `@Published` property separately. A change that is published by hand
/// counts as a change of the whole object: see ``registerObservationAccess()``.
@MainActor public protocol ObservableObject: WholeObjectObservable {
  /// Sends before any `@Published` property changes, and at each manual `send()`.
  var objectWillChange: ObservableObjectPublisher { get }
}

/// Publishes that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  /// The elements carry no value.
  public typealias Output = Void
  /// The publisher cannot fail.
  public typealias Failure = Never
  private let subject = PublishSubject<Void>()
  private var tracker: ObservationTracker?

  /// A publisher without subscribers.
  public init() {}

  /// Publishes the change, and notifies Observation of a change of the whole object.
  public func send() {
    tracker.change { subject.onNext() }
  }

  /// The plain sequence.
  public func asObservable() -> Observable<Void> { subject }

  /// Records a read of the whole object under `withObservationTracking`; the next `send` counts as
  /// its change.
  func access() { tracker.access() }
}

extension ObservableObject {
  /// Sends before any `@Published` property changes, and at each manual `send()`, as in
  /// `willSet { objectWillChange.send() }`.
  ///
  /// It stays one publisher as long as the object lives.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }

  /// Records a read of the whole object under `withObservationTracking`: the next
  /// `objectWillChange.send()`, by hand or of a `@Published` property, counts as a change.
  ///
  /// The property has its new value only after that.
  public func registerObservationAccess() { objectWillChange.access() }
}

/// The publishers of the objects that do not declare one.
///
/// Reflection finds an object's `@Published` properties at the first access. They store the
/// publisher and send through it. Without such properties the publisher is stored here.
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
    // An earlier object may have had the same address.
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

  /// Removes released objects, whenever the number of entries is twice that after the last sweep.
  private static func sweep() {
    if entries.count < sweepCount { return }
    entries = entries.filter { $0.value.object != nil }
    sweepCount = max(64, entries.count * 2)
  }

  /// Finds the `@Published` properties. If the types are known it reads no others, as another
  /// thread may be setting one under the author's own lock; a `@Published` value stays in its
  /// storage.
  private static func published(in object: some ObservableObject) -> [any AnyPublished] {
    let mirrors = sequence(first: Mirror(reflecting: object), next: \.superclassMirror)
    // Properties of the base class come first. A mirror reads a child when it is accessed.
    let children = Array(mirrors).reversed().flatMap { mirror in
      mirror.children.indices.map { (mirror.children, $0) }
    }
    let types = storedTypes(of: type(of: object))
    return children.enumerated().compactMap { index, child in
      if types.count == children.count, !(types[index] is any AnyPublished.Type) { return nil }
      return child.0[child.1].value as? any AnyPublished
    }
  }

  /// The types of the stored properties of a class and of its base classes. Empty where the
  /// standard library does not provide them, as on Apple's platforms.
  private static func storedTypes(of type: AnyClass) -> [Any.Type] {
    var types: [Any.Type] = []
    #if os(Linux)
      // This is the option `classType`, a global variable that Swift 6 refuses.
      _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, _, type, _ in
        types.append(type)
        return true
      }
    #endif
    return types
  }
}

/// A `@Published` property, type-erased.
@MainActor private protocol AnyPublished {
  var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: AnyPublished {
  var objectWillChange: ObservableObjectPublisher? {
    get { storage.objectWillChange }
    nonmutating set { storage.objectWillChange = newValue }
  }
}
