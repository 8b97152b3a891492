/// A property of a view's control (RxCocoa): a sequence of the values that the user enters, and an
/// observer that sets the value.
@MainActor public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
  /// This as a control's property.
  func asControlProperty() -> ControlProperty<Element>
}

/// A property of a control. Without a view, a host or a test makes it from a sequence and an
/// observer:
///
///     let text = BehaviorRelay<String?>(value: nil)
///     ControlProperty(
///       values: text, valueSink: AnyObserver { event in event.element.map(text.accept) })
public struct ControlProperty<Element>: ControlPropertyType {
  private let values: Observable<Element>
  private let valueSink: Receiver<Element>

  /// Creates a property from a sequence that must not fail.
  ///
  /// - Parameter valueSink: Receives the events that are bound to the property.
  public init<Values: ObservableType, Sink: ObserverType>(values: Values, valueSink: Sink)
  where Values.Element == Element, Sink.Element == Element {
    self.values = values.asObservable()
    let target = valueSink.receiver
    let report = BindingScope.reporter()
    self.valueSink = ClosureReceiver(
      onNext: target.next,
      onStop: { stop in
        if case .error(let error) = stop { report(error) } else { target.stop(stop) }
      })
  }

  /// Sends the values to the observer until the result is disposed.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element { values.subscribe(observer) }

  /// This as a plain sequence.
  public func asObservable() -> Observable<Element> { values }

  /// This itself.
  public func asControlProperty() -> ControlProperty<Element> { self }

  /// The values after the first, that is, the changes.
  public var changed: ControlEvent<Element> { ControlEvent(events: values.skip(1)) }

  /// Sends an event to the control. An error is reported to the ``BindingScope`` in which the
  /// property was made.
  public func on(_ event: Event<Element>) { valueSink.on(event) }
}

extension ControlPropertyType {
  /// This as a driver, which completes if the values fail.
  public func asDriver() -> Driver<Element> { asDriver(onErrorDriveWith: .empty()) }
}

extension ControlPropertyType where Element == String? {
  /// The text, with an empty text for `nil`.
  public var orEmpty: ControlProperty<String> {
    let property = asControlProperty()
    return ControlProperty(
      values: property.map { $0 ?? "" }, valueSink: property.mapObserver { text in text })
  }
}
