import Reactive

/// A type that can be cancelled.
@MainActor public protocol Cancellable {
  /// Ends the activity.
  func cancel()
}

extension Cancellable {
  /// Stores this in a set, whose release cancels it.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
}

/// A subscription that is cancelled when this object is released.
@MainActor public final class AnyCancellable: Cancellable {
  nonisolated(unsafe) private let disposable: any Disposable
  /// Whether a collection holds it, so that it ends with the collection's owner.
  private var isStored = false

  /// Creates a cancellable that calls the closure once.
  public init(_ cancel: @escaping () -> Void) {
    disposable = Disposables.create(with: cancel)
  }

  /// Creates a cancellable that cancels another one.
  public convenience init(_ other: any Cancellable) {
    self.init { other.cancel() }
  }

  nonisolated init(disposing disposable: any Disposable) {
    self.disposable = disposable
  }

  isolated deinit {
    if isStored && BindingScope.current?.adopt(disposable) == true { return }
    disposable.dispose()
  }

  /// Ends the subscription on the main actor: at once there, soon when called elsewhere, such as in
  /// a `deinit`.
  nonisolated public func cancel() { _ = AnyCancellable(disposing: disposable) }

  /// Stores this in a set.
  public func store(in set: inout Set<AnyCancellable>) {
    isStored = true
    set.insert(self)
  }

  /// Stores this in a collection.
  public func store<Collection: RangeReplaceableCollection>(in collection: inout Collection)
  where Collection.Element == AnyCancellable {
    isStored = true
    collection.append(self)
  }
}

extension AnyCancellable: nonisolated Hashable {
  /// Whether both are the same object.
  nonisolated public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
    left === right
  }

  /// Hashes the object's identity.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
