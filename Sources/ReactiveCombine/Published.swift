import HostedStreams
import Reactive

/// A property whose values are published: the current one to a new subscriber, and each new one
/// before it is stored.
///
///     @Published private(set) var state: State?
///     viewModel.$state.sink { … }
///
/// Inside the sink the property still has the old value. Equal values are published too.
///
/// Observation tracks the property as if the class were `@Observable`: setting it notifies
/// `withObservationTracking`, also with an equal value.
@propertyWrapper
public struct Published<Value> {
  let storage: PublishedStorage<Value>

  /// Creates a property with an initial value.
  public init(wrappedValue: Value) {
    storage = PublishedStorage(wrappedValue)
  }

  /// Creates a property with an initial value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.set(newValue) }
  }

  /// The publisher. It is settable only for `assign(to:)`.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    nonmutating set {}
  }

  /// The publisher of a property.
  public struct Publisher: ReactiveCombine.Publisher, HostedValueStream {
    /// The type of the property.
    public typealias Output = Value
    /// The publisher cannot fail.
    public typealias Failure = Never
    let storage: PublishedStorage<Value>

    /// The plain sequence.
    public func asObservable() -> Observable<Value> { storage.asObservable() }
  }
}

/// The value and its subscribers.
@MainActor final class PublishedStorage<Value> {
  private var current: Value
  private var tracker: ObservationTracker?
  let assignments = CompositeDisposable()
  var objectWillChange: ObservableObjectPublisher?
  private let changes = PublishSubject<Value>()

  init(_ value: Value) {
    current = value
  }

  var value: Value {
    tracker.access()
    return current
  }

  isolated deinit {
    assignments.dispose()
    changes.onCompleted()
  }

  func set(_ newValue: Value) {
    objectWillChange?.send()
    changes.onNext(newValue)
    tracker.change { current = newValue }
  }

  /// Returns the sequence of values. It does not retain the property and completes when the
  /// property is released.
  func asObservable() -> Observable<Value> {
    .deferred { [weak self, changes] in
      guard let self else { return .empty() }
      return changes.startWith(current)
    }
  }
}
