extension ObservableType {
  /// Calls the closures for the events until the result is disposed.
  ///
  /// - Parameters:
  ///   - onError: Without it an error is reported to the ``BindingScope``.
  ///   - onDisposed: Called once: after the stop event, or when the subscription is disposed.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil,
    onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = onDisposed.map { AnonymousDisposable($0) }
    let report = onError ?? BindingScope.reporter()
    let connection = attach(
      .ending(onNext: onNext) { stop in
        switch stop {
        case .error(let error): report(error)
        case .completed: onCompleted?()
        }
        disposal?.dispose()
      })
    guard let disposal else { return connection }
    return Disposables.create(connection, disposal)
  }

  /// Calls the closure for every event until the result is disposed.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    attach(.ending(onNext: { on(.next($0)) }, onStop: { on($0.event()) }))
  }

  /// Calls the closures with the object, without retaining it. After its release no closure is
  /// called.
  public func subscribe<Object: AnyObject>(
    with object: Object,
    onNext: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onNext: weakly(object, onNext), onError: weakly(object, onError),
      onCompleted: weakly(object, onCompleted), onDisposed: weakly(object, onDisposed))
  }
}

/// Binds the closure to the object without retaining it. After its release the closure is not
/// called.
func weakly<Object: AnyObject, Argument>(
  _ object: Object, _ closure: ((Object, Argument) -> Void)?
) -> ((Argument) -> Void)? {
  guard let closure else { return nil }
  return { [weak object] argument in if let object { closure(object, argument) } }
}

/// Binds a closure without an argument to the object, without retaining it.
func weakly<Object: AnyObject>(_ object: Object, _ closure: ((Object) -> Void)?) -> (() -> Void)? {
  guard let closure else { return nil }
  return { [weak object] in if let object { closure(object) } }
}

extension Receiver {
  /// The receiver at the end of a chain. It enforces the grammar: no event after the first stop
  /// event.
  package static func ending(
    onNext: ((Element) -> Void)?, onStop: @escaping (Stop) -> Void
  ) -> Receiver<Element> {
    EndingReceiver(onNext: onNext, onStop: onStop)
  }
}

private final class EndingReceiver<Element>: Receiver<Element> {
  // The closure stays optional: unwrapping it would allocate an object.
  private let onNext: ((Element) -> Void)?
  private let onStop: (Stop) -> Void
  @exclusivity(unchecked) private var hasEnded = false

  init(onNext: ((Element) -> Void)?, onStop: @escaping (Stop) -> Void) {
    self.onNext = onNext
    self.onStop = onStop
    super.init()
  }

  nonisolated deinit {}

  override func next(_ element: Element) {
    if !hasEnded { onNext?(element) }
  }

  override func stop(_ stop: Stop) {
    if hasEnded { return }
    hasEnded = true
    onStop(stop)
  }
}
