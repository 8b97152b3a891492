/// The receiving end of one subscription: what a source pushes its events into.
///
/// Elements and the stop event come in separately, so that an element on its way through a chain is never wrapped
/// in an ``Event``: it costs a few calls and no memory. A receiver does not check the order of what it gets; those
/// who stand at the end do (``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)``).
package final class Receiver<Element>: Outlet {
  private let onNext: (Element) throws -> Void
  private let onStop: ((Stop) -> Void)?
  private let outlet: Outlet

  /// A receiver of an operator. An error that `onNext` throws ends the operator's sink; so does a stop event, unless
  /// there is an `onStop` to handle it.
  package init(
    _ outlet: Outlet, onStop: ((Stop) -> Void)? = nil, onNext: @escaping (Element) throws -> Void
  ) {
    self.outlet = outlet
    self.onStop = onStop
    self.onNext = onNext
    super.init()
  }

  /// A receiver at the end of a chain.
  package convenience init(
    onNext: @escaping (Element) -> Void, onStop: @escaping (Stop) -> Void
  ) {
    self.init(.none, onStop: onStop, onNext: onNext)
  }

  nonisolated deinit {}

  package func next(_ element: Element) {
    do { try onNext(element) } catch { outlet.stop(.error(error)) }
  }

  package override func stop(_ stop: Stop) {
    if let onStop { onStop(stop) } else { outlet.stop(stop) }
  }

  override var isOver: Bool { outlet.isOver }

  package func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): stop(.error(error))
    case .completed: stop(.completed)
    }
  }
}

/// What can be ended: all that a receiver knows of the sink that it feeds.
package class Outlet {
  package init() {}

  nonisolated deinit {}

  /// The outlet of what stands at the end of a chain.
  static let none = Outlet()

  package func stop(_ stop: Stop) {}

  /// Whether nothing that is sent here can get anywhere, as far as it is known: further down it has ended. What loops
  /// inside `subscribe` asks, because it cannot be disposed before it has returned.
  var isOver: Bool { false }

  /// This outlet, which is known to be a receiver of such elements.
  func receiver<Element>(of type: Element.Type = Element.self) -> Receiver<Element> {
    unsafeDowncast(self, to: Receiver<Element>.self)
  }
}
