/// RxSwift 4's name of ``BehaviorRelay``: a current value and its sequence.
@available(*, deprecated, renamed: "BehaviorRelay")
public final class Variable<Element>: RelayType {
  private let relay: BehaviorRelay<Element>

  /// Creates a variable with this current value.
  public init(_ value: Element) { relay = BehaviorRelay(value: value) }

  /// The sequence completes with the variable.
  isolated deinit { relay.subject.onCompleted() }

  /// The current value. Setting it sends it, also if it is equal.
  public var value: Element {
    get { relay.value }
    set { relay.accept(newValue) }
  }

  /// Sets the current value and sends it.
  public func accept(_ element: Element) { relay.accept(element) }

  /// Sends the elements to the observer until the result is disposed, the current value first.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    relay.subscribe(observer)
  }

  /// The observable side only.
  public func asObservable() -> Observable<Element> { relay.asObservable() }
}
