import HostedStreams
import Hosting

/// The elements of an `AsyncSequence`, which is iterated for each subscription.
nonisolated struct AsyncElements<Elements: AsyncSequence>: HostedStream {
  private let elements: Elements

  init(_ elements: Elements) { self.elements = elements }

  func send(toHost receiver: StreamReceiver<Elements.Element>) -> () -> Void {
    // Only the task uses it.
    nonisolated(unsafe) var iterator = elements.makeAsyncIterator()
    // A stream hands its elements over on no actor; without the preference that would be on another thread, and the
    // element come in a later turn than what it is about.
    let executor = MainActor.assumeIsolated { LoopThread.executor }
    let task = Task(executorPreference: executor) { @MainActor in
      do {
        var count = 0
        while let element = try await iterator.next(isolation: MainActor.shared) {
          receiver.next(element)
          count += 1
          if count % StreamTurn.limit == 0 { await StreamTurn.end() }
        }
        receiver.complete()
      } catch is CancellationError {
        // Nobody observes it any more.
      } catch {
        receiver.fail(error)
      }
    }
    return { task.cancel() }
  }
}

/// A stream with each element transformed.
nonisolated struct TransformedStream<Source: HostedStream, Element>: HostedStream {
  private let source: Source
  private let transform: (Source.Element) -> Element

  init(_ source: Source, _ transform: @escaping (Source.Element) -> Element) {
    self.source = source
    self.transform = transform
  }

  func send(toHost receiver: StreamReceiver<Element>) -> () -> Void {
    source.send(
      toHost: StreamReceiver(
        next: { [transform] in receiver.next(transform($0)) }, fail: receiver.fail,
        complete: receiver.complete))
  }
}
