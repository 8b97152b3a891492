// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A stream of a small library of its own, in the manner of those that apps use: it is isolated to
/// nothing, its classes are not final, and it knows no host.
open class Flow<Element> {
  private let start: (FlowObserver<Element>) -> FlowSubscription

  public init(_ start: @escaping (FlowObserver<Element>) -> FlowSubscription) { self.start = start }

  public static func create(
    _ start: @escaping (FlowObserver<Element>) -> FlowSubscription
  ) -> Flow<Element> { Flow(start) }

  public func subscribe(
    onNext: @escaping (Element) -> Void, onError: @escaping (Error) -> Void = { _ in },
    onCompleted: @escaping () -> Void = {}
  ) -> FlowSubscription {
    start(FlowObserver(onNext: onNext, onError: onError, onCompleted: onCompleted))
  }

  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Flow<Result> {
    Flow<Result> { observer in
      self.subscribe(
        onNext: { observer.onNext(transform($0)) }, onError: observer.onError,
        onCompleted: observer.onCompleted)
    }
  }

  /// The elements of the flows that the closure makes of elements.
  public func flatMap<Result>(_ transform: @escaping (Element) -> Flow<Result>) -> Flow<Result> {
    Flow<Result> { observer in
      var inner: [FlowSubscription] = []
      let source = self.subscribe(
        onNext: { element in
          inner.append(
            transform(element).subscribe(onNext: observer.onNext, onError: observer.onError))
        }, onError: observer.onError)
      return FlowSubscription {
        source.cancel()
        for one in inner { one.cancel() }
      }
    }
  }

  /// The elements, each so much later.
  public func delay(milliseconds: Int, scheduler: any FlowScheduler) -> Flow<Element> {
    Flow { observer in
      var pending: [FlowSubscription] = []
      let source = self.subscribe(onNext: { element in
        pending.append(
          scheduler.schedule(afterMilliseconds: milliseconds) { observer.onNext(element) })
      })
      return FlowSubscription {
        source.cancel()
        for one in pending { one.cancel() }
      }
    }
  }
}

/// Takes what a flow sends.
public struct FlowObserver<Element> {
  public let onNext: (Element) -> Void
  public let onError: (Error) -> Void
  public let onCompleted: () -> Void
}

/// Can be ended.
public final class FlowSubscription {
  private var end: (() -> Void)?

  public init(_ end: @escaping () -> Void) { self.end = end }

  public func cancel() {
    end?()
    end = nil
  }
}

/// Runs work later.
public protocol FlowScheduler {
  func schedule(afterMilliseconds: Int, _ work: @escaping () -> Void) -> FlowSubscription
}
