import Reactive

/// An object that tells when it is about to change.
@MainActor public protocol ObservableObject: AnyObject {
  /// Sends before any `@Published` property changes.
  var objectWillChange: ObservableObjectPublisher { get }
}

/// Tells that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
  /// What is sent says nothing.
  public typealias Output = Void
  /// It cannot fail.
  public typealias Failure = Never
  private let subject = PublishSubject<Void>()

  /// A publisher without subscribers.
  public init() {}

  /// Tells it.
  public func send() { subject.onNext() }

  /// The plain sequence.
  public func asObservable() -> Observable<Void> { subject }
}

extension ObservableObject {
  /// Sends before any `@Published` property changes; these are found by reflection, and keep the publisher.
  public var objectWillChange: ObservableObjectPublisher {
    var properties: [any AnyPublished] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      properties += current.children.compactMap { $0.value as? any AnyPublished }
      mirror = current.superclassMirror
    }
    let publisher = properties.lazy.compactMap(\.objectWillChange).first
    let all = publisher ?? ObservableObjectPublisher()
    for property in properties { property.objectWillChange = all }
    return all
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
