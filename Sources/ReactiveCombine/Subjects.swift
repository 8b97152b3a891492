import HostedStreams
import Reactive

/// A publisher that is fed from outside.
@MainActor public protocol Subject<Output, Failure>: AnyObject, Publisher, ObserverType {
  /// Sends an element.
  func send(_ value: Output)
  /// Ends the subject.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject {
  /// Receives an event of a plain sequence. An error of another type than the subject's finishes
  /// the subject.
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
  /// Sends the element `()`.
  public func send() { send(()) }
}

/// A subject without a current value.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let subject = PublishSubject<Output>()

  /// A subject without subscribers.
  public init() {}

  /// Sends an element.
  public func send(_ value: Output) { subject.onNext(value) }

  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { subject.end(completion) }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { subject }
}

/// A subject with a current value, which a new subscriber receives at once. Observation tracks
/// ``value``.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let subject: BehaviorSubject<Output>
  private var current: Output
  private var tracker: ObservationTracker?

  /// Creates a subject with this current value.
  public init(_ value: Output) {
    current = value
    subject = BehaviorSubject(value: value)
  }

  /// The current value. Setting it sends it; the property already has the new value then.
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

  /// Ends the subject.
  public func send(completion: Subscribers.Completion<Failure>) { subject.end(completion) }

  /// The plain sequence.
  public func asObservable() -> Observable<Output> { subject }
}

/// The host reads the current value until the subject has ended.
extension CurrentValueSubject: HostedValueStream {}

extension ObserverType {
  func end<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: onCompleted()
    case .failure(let error): onError(error)
    }
  }
}
