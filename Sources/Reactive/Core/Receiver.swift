/// The receiving end of one subscription, into which a source pushes its events.
///
/// Elements and the stop event arrive separately, so that an element is never wrapped in an
/// ``Event`` inside a chain: it costs a few calls and no memory. A receiver does not check the
/// order of its events; the end of the chain does
/// (``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)``).
package class Receiver<Element>: Outlet {
  package override init() { super.init() }

  nonisolated deinit {}

  /// Receives an element. A subclass overrides only this and ``Outlet/stop(_:)``.
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

/// The part of a receiver that does not depend on the element: a source can stop it.
package class Outlet {
  package init() {}

  nonisolated deinit {}

  /// The outlet of receivers that feed closures only.
  fileprivate static let none = Outlet()

  package func stop(_ stop: Stop) {}

  /// Whether events sent here are known to be lost because the chain has ended further down. Loops
  /// inside `subscribe` check it, because they cannot be disposed before `subscribe` has returned.
  package var isOver: Bool { false }

  /// Casts this outlet, which must be a receiver of such elements.
  final func receiver<Element>(of type: Element.Type = Element.self) -> Receiver<Element> {
    unsafeDowncast(self, to: Receiver<Element>.self)
  }

  /// Returns a receiver that passes its events to the closures. An error that `onNext` throws stops
  /// this outlet, as does a stop event without an `onStop`.
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

  /// A receiver that feeds the closures only.
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
