/// What a ``BehaviorRelay`` was called in RxSwift 4: a current value, and the sequence of it.
@available(*, deprecated, renamed: "BehaviorRelay")
public final class Variable<Element>: RelayType {
  private let relay: BehaviorRelay<Element>

  /// A variable with this current value.
  public init(_ value: Element) { relay = BehaviorRelay(value: value) }

  /// The sequence completes with the variable.
  isolated deinit { relay.subject.onCompleted() }

  /// The current value. One that is set is sent, an equal one too.
  public var value: Element {
    get { relay.value }
    set { relay.accept(newValue) }
  }

  /// Makes this the current value and sends it.
  public func accept(_ element: Element) { relay.accept(element) }

  /// Sends the elements to the observer until the result is disposed, the current value first.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    relay.subscribe(observer)
  }

  /// The side that is observed, alone.
  public func asObservable() -> Observable<Element> { relay.asObservable() }
}
