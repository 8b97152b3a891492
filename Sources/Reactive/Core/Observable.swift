/// A sequence of events over time.
///
/// Nothing happens until it is subscribed. All of it runs on the main actor: subscribing, events, disposing.
///
/// It is made by a creation function (`just`, `of`, `create`, …), by an operator, or it is a subject.
public class Observable<Element>: ObservableType {
  package init() {}

  // Written out, here and in the other classes of which there is one for each element of `flatMap`: an implicit deinit
  // is isolated, and asks the runtime for its executor, which is a fifth of the cost.
  nonisolated deinit {}

  /// Connects a receiver; the result is the connection. This is all that a kind of sequence has to define.
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

/// A sequence that runs a closure for each subscription, inside the trampoline or past it.
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
