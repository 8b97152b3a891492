import HostedStreams
import OperatingSystem
import Synchronization

/// A host's subscription to a stream of any library: what comes on the main thread is taken in the call, and what comes
/// on others on the main actor as soon as that is free; all of it in the order in which it came.
package final class StreamSubscription<Element> {
  private let arrivals: Arrivals<Element>
  /// Ends the stream's side.
  private var cancel: (() -> Void)?

  /// Subscribes.
  ///
  /// - Parameter take: is called for each element and for the end, if there is one; also before this returns.
  package init<Stream: HostedStream>(
    to stream: Stream, _ take: @escaping (StreamStep<Element>) -> Void
  ) where Stream.Element == Element {
    Process.noteMainThread()
    arrivals = Arrivals(take)
    let arrivals = arrivals
    cancel = stream.send(toHost: StreamReceiver { arrivals.add($0) })
  }

  nonisolated deinit {}

  /// Ends it: nothing is taken any more.
  package func end() {
    arrivals.take = nil
    cancel.take()?()
  }
}

/// What a stream has sent, until the main actor takes it.
nonisolated private final class Arrivals<Element>: @unchecked Sendable {
  /// Used on the main actor's thread alone; `nil` after the end.
  var take: ((StreamStep<Element>) -> Void)?
  /// What came on other threads, in order.
  private let waiting = Lock(Waiting())
  private let waitingCount = Atomic(0)

  /// Elements on their way from one thread to another.
  private struct Waiting: @unchecked Sendable {
    var steps: [StreamStep<Element>] = []
  }

  init(_ take: @escaping (StreamStep<Element>) -> Void) { self.take = take }

  /// Takes in what is sent, on any thread.
  func add(_ step: StreamStep<Element>) {
    if Process.isMainThread {
      if waitingCount.load(ordering: .acquiring) > 0 { takeWaiting() }
      return pass(step)
    }
    nonisolated(unsafe) let step = step
    let isFirst = waiting.withLock { waiting in
      waiting.steps.append(step)
      waitingCount.store(waiting.steps.count, ordering: .releasing)
      return waiting.steps.count == 1
    }
    if isFirst { Task { @MainActor in takeWaiting() } }
  }

  private func takeWaiting() {
    let steps = waiting.withLock { waiting in
      waitingCount.store(0, ordering: .relaxed)
      return exchange(&waiting, with: Waiting())
    }
    for step in steps.steps { pass(step) }
  }

  private func pass(_ step: StreamStep<Element>) {
    take?(step)
    if case .next = step {} else { take = nil }
  }
}
