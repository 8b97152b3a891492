import HostedStreams

/// The source of an output that is a stream of any type.
class AnyStreamSource {
  /// The error that has ended the stream, until it is published.
  fileprivate(set) final var ending: (any Error)?
  /// Whether it still lacks a required first element.
  fileprivate(set) final var lacksElement: Bool

  fileprivate init(needsElement: Bool) { lacksElement = needsElement }

  nonisolated deinit {}

  /// Subscribes to the stream.
  ///
  /// - Parameter didChange: is called for each element, and when an error ends the stream.
  func connect(didChange: @escaping () -> Void) { preconditionFailure("a stream has elements") }

  /// Returns the error that has ended the stream, once.
  final func takeEnding() -> (any Error)? { ending.take() }

  /// Ends the subscription.
  func end() { preconditionFailure("a stream has elements") }
}

/// The source of an output with elements of one type.
final class StreamSource<Element>: AnyStreamSource {
  private let subscribe: (@escaping (StreamStep<Element>) -> Void) -> StreamSubscription<Element>
  private var subscription: StreamSubscription<Element>?
  /// The last element.
  var last: Element?

  init<Stream: HostedStream>(_ stream: Stream, _ start: StreamStart<Element>)
  where Stream.Element == Element {
    subscribe = { StreamSubscription(to: stream, onlyLast: true, $0) }
    if case .initially(let element) = start { last = .some(element) }
    super.init(needsElement: start.isImmediate)
  }

  override func connect(didChange: @escaping () -> Void) {
    subscription = subscribe { [weak self] step in
      guard let self else { return }
      switch step {
      case .next(let element):
        last = .some(element)
        lacksElement = false
      case .failed(let error): ending = error
      case .completed: return
      }
      didChange()
    }
  }

  override func end() {
    subscription?.end()
    subscription = nil
    last = nil
  }
}
