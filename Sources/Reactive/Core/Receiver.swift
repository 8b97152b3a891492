/// The receiving end of one subscription: what a source pushes its events into.
///
/// Elements and the stop event come in separately, so that an element on its way through a chain is never wrapped
/// in an ``Event``: it costs a few calls and no memory. A receiver does not check the order of what it gets; those
/// who stand at the end do (``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)``).
package class Receiver<Element>: Outlet {
  package override init() { super.init() }

  nonisolated deinit {}

  /// Takes an element. This and ``Outlet/stop(_:)`` are all that a kind of receiver has to define.
  package func next(_ element: Element) {
    preconditionFailure("a kind of receiver has to define next")
  }

  package final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): stop(.error(error))
    case .completed: stop(.completed)
    }
  }
}

/// What can be ended: all that a source needs to know of a receiver, besides its elements.
package class Outlet {
  package init() {}

  nonisolated deinit {}

  /// The outlet of what feeds nothing but closures.
  fileprivate static let none = Outlet()

  package func stop(_ stop: Stop) {}

  /// Whether nothing that is sent here can get anywhere, as far as it is known: further down it has ended. What loops
  /// inside `subscribe` asks, because it cannot be disposed before it has returned.
  package var isOver: Bool { false }

  /// This outlet, which is known to be a receiver of such elements.
  final func receiver<Element>(of type: Element.Type = Element.self) -> Receiver<Element> {
    unsafeDowncast(self, to: Receiver<Element>.self)
  }

  /// A receiver whose events go through the closures. An error that `onNext` throws ends this outlet; so does a stop
  /// event, unless there is an `onStop` to handle it.
  package final func receiver<Element>(
    onStop: ((Stop) -> Void)? = nil, onNext: @escaping (Element) throws -> Void
  ) -> Receiver<Element> {
    ClosureReceiver(self, onStop: onStop, onNext: onNext)
  }
}

/// A receiver that calls closures.
package final class ClosureReceiver<Element>: Receiver<Element> {
  private let outlet: Outlet
  private let onStop: ((Stop) -> Void)?
  private let onNext: (Element) throws -> Void

  package init(
    _ outlet: Outlet, onStop: ((Stop) -> Void)?, onNext: @escaping (Element) throws -> Void
  ) {
    self.outlet = outlet
    self.onStop = onStop
    self.onNext = onNext
    super.init()
  }

  /// One that feeds nothing but the closures.
  package init(onNext: @escaping (Element) -> Void, onStop: @escaping (Stop) -> Void) {
    outlet = .none
    self.onStop = onStop
    self.onNext = onNext
    super.init()
  }

  nonisolated deinit {}

  package override func next(_ element: Element) {
    do { try onNext(element) } catch { outlet.stop(.error(error)) }
  }

  package override func stop(_ stop: Stop) {
    if let onStop { onStop(stop) } else { outlet.stop(stop) }
  }

  package override var isOver: Bool { outlet.isOver }
}
