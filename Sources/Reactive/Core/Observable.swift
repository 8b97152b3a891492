/// A sequence of events over time.
///
/// The sequence does nothing until it is subscribed. Subscribing, events and disposal all run on
/// the main actor.
///
/// A creation function (`just`, `of`, `create`, …) or an operator returns one; each subject is one.
public class Observable<Element>: ObservableType {
  package init() {}

  // This explicit deinit is also in the other classes that `flatMap` creates for each element: an
  // implicit deinit is isolated and asks the runtime for its executor, which is a fifth of the
  // cost.
  nonisolated deinit {}

  /// Connects a receiver and returns the connection. A subclass overrides only this.
  package func attach(_ receiver: Receiver<Element>) -> any Disposable {
    preconditionFailure("a kind of observable has to define attach")
  }

  /// Sends the events to the observer until the result is disposed.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    attach(observer.receiver)
  }

  /// This sequence itself.
  public func asObservable() -> Observable<Element> { self }
}

/// A sequence that runs a closure for each subscription, inside the trampoline or outside of it.
final class Producer<Element>: Observable<Element> {
  private let isTrampolined: Bool
  private let run: (Receiver<Element>) -> any Disposable

  init(isTrampolined: Bool = true, _ run: @escaping (Receiver<Element>) -> any Disposable) {
    self.isTrampolined = isTrampolined
    self.run = run
    super.init()
  }

  /// A sequence that never sends anything.
  override init() {
    isTrampolined = false
    run = { _ in Disposables.create() }
    super.init()
  }

  nonisolated deinit {}

  override func attach(_ receiver: Receiver<Element>) -> any Disposable {
    isTrampolined ? Trampoline.run { run(receiver) } : run(receiver)
  }
}
