import HostedStreams
import Hosting

/// The elements of an `AsyncSequence`. Each subscription iterates it.
nonisolated struct AsyncElements<Elements: AsyncSequence>: HostedStream {
  private let elements: Elements

  init(_ elements: Elements) { self.elements = elements }

  func send(toHost receiver: StreamReceiver<Elements.Element>) -> () -> Void {
    // Only the task uses the iterator.
    nonisolated(unsafe) var iterator = elements.makeAsyncIterator()
    // A stream resumes its reader without an actor. Without the preference that would be on another
    // thread, and the element would arrive in a later turn than its cause.
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
        // The subscription was disposed.
      } catch {
        receiver.fail(error)
      }
    }
    return { task.cancel() }
  }
}

/// A stream with a function applied to each element.
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
