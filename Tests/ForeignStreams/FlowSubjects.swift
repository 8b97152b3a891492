// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A flow that is fed from outside.
public final class FlowSubject<Element>: Flow<Element> {
  private let observers: FlowObservers<Element>

  public init() {
    let observers = FlowObservers<Element>()
    self.observers = observers
    super.init { observers.add($0) }
  }

  public var observerCount: Int { observers.all.count }

  public func onNext(_ element: Element) {
    for (_, one) in observers.sorted { one.onNext(element) }
  }
  public func onError(_ error: Error) { for (_, one) in observers.sorted { one.onError(error) } }
  public func onCompleted() { for (_, one) in observers.sorted { one.onCompleted() } }
}

/// A flow that has a current value.
public final class FlowValue<Element>: Flow<Element> {
  private let observers: FlowObservers<Element>
  private let current: FlowBox<Element>

  public init(_ value: Element) {
    let observers = FlowObservers<Element>()
    let current = FlowBox(value)
    self.observers = observers
    self.current = current
    super.init { observer in
      observer.onNext(current.value)
      return observers.add(observer)
    }
  }

  public var value: Element { current.value }

  public func accept(_ element: Element) {
    current.value = element
    for (_, one) in observers.sorted { one.onNext(element) }
  }
}

private final class FlowBox<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

private final class FlowObservers<Element> {
  private(set) var all: [Int: FlowObserver<Element>] = [:]
  private var lastKey = 0

  var sorted: [(key: Int, value: FlowObserver<Element>)] { all.sorted { $0.key < $1.key } }

  func add(_ observer: FlowObserver<Element>) -> FlowSubscription {
    lastKey += 1
    all[lastKey] = observer
    return FlowSubscription { [key = lastKey] in self.all[key] = nil }
  }
}
