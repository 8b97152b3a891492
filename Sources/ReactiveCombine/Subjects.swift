import HostedStreams
import Reactive

/// A publisher that is fed from outside.
@MainActor public protocol Subject<Output, Failure>: AnyObject, Publisher, ObserverType {
  /// Sends an element.
  func send(_ value: Output)
  /// Ends it.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject {
  /// Takes an event of a plain sequence. An error of another type than the subject's ends it without one.
  public func on(_ event: Event<Output>) {
    switch event {
    case .next(let element): send(element)
    case .error(let error):
      send(completion: (error as? Failure).map { .failure($0) } ?? .finished)
    case .completed: send(completion: .finished)
    }
  }
}

extension Subject where Output == Void {
  /// Sends the only element there is.
  public func send() { send(()) }
}

/// A subject that keeps nothing.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let subject = PublishSubject<Output>()

  /// A subject without subscribers.
  public init() {}

  /// Sends an element.
  public func send(_ value: Output) { subject.onNext(value) }

  /// Ends it.
  public func send(completion: Subscribers.Completion<Failure>) { subject.end(completion) }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { subject }
}

/// A subject that has a current value, which whoever subscribes gets at once. Observation follows ``value``.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let subject: BehaviorSubject<Output>
  private var current: Output
  private var tracker: ObservationTracker?

  /// A subject with this current value.
  public init(_ value: Output) {
    current = value
    subject = BehaviorSubject(value: value)
  }

  /// The current value. Assigning sends it; it is already the new one while it is sent.
  public var value: Output {
    get {
      tracker.access()
      return current
    }
    set { send(newValue) }
  }

  /// Sends an element.
  public func send(_ value: Output) {
    tracker.change { current = value }
    subject.onNext(value)
  }

  /// Ends it.
  public func send(completion: Subscribers.Completion<Failure>) { subject.end(completion) }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { subject }
}

/// While it has not ended.
extension CurrentValueSubject: HostedValueStream {}

extension ObserverType {
  func end<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: onCompleted()
    case .failure(let error): onError(error)
    }
  }
}
