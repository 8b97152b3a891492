import Reactive

/// Something that can be cancelled.
@MainActor public protocol Cancellable {
  /// Ends it.
  func cancel()
}

extension Cancellable {
  /// Keeps it in a set, to be cancelled when that is released.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
}

/// A subscription, for as long as it lives: it is cancelled when it is released.
@MainActor public final class AnyCancellable: Cancellable {
  nonisolated(unsafe) private let disposable: any Disposable
  /// Whether it has been put into a collection, so that it ends when its owner does.
  private var isStored = false

  /// One that calls the closure, once.
  public init(_ cancel: @escaping () -> Void) {
    disposable = Disposables.create(with: cancel)
  }

  /// One that cancels another one.
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

  /// Ends the subscription, on the main actor: at once, or soon where it is called elsewhere. So a `deinit` can do it.
  nonisolated public func cancel() { _ = AnyCancellable(disposing: disposable) }

  /// Keeps it in a set.
  public func store(in set: inout Set<AnyCancellable>) {
    isStored = true
    set.insert(self)
  }

  /// Keeps it in a collection.
  public func store<Collection: RangeReplaceableCollection>(in collection: inout Collection)
  where Collection.Element == AnyCancellable {
    isStored = true
    collection.append(self)
  }
}

extension AnyCancellable: nonisolated Hashable {
  /// Whether the two are one.
  nonisolated public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
    left === right
  }

  /// Hashes its identity.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
