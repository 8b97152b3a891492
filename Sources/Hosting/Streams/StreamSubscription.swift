import HostedStreams
import OperatingSystem
@_spi(Host) import Reactive
import Synchronization

/// A host's subscription to a stream of any library. It handles elements from the main thread at
/// once, and those from other threads as soon as the main actor is free, all in the order of
/// arrival.
package final class StreamSubscription<Element> {
  private let arrivals: Arrivals<Element>
  /// Cancels the stream.
  private var cancel: (() -> Void)?

  /// Subscribes to a stream.
  ///
  /// - Parameters:
  ///   - onlyLast: whether only the last of several waiting elements counts, as for an output.
  ///   - take: is called for each element and for the end, possibly before this method returns.
  package init<Stream: HostedStream>(
    to stream: Stream, onlyLast: Bool = false, _ take: @escaping (StreamStep<Element>) -> Void
  ) where Stream.Element == Element {
    Process.noteMainThread()
    arrivals = Arrivals(onlyLast: onlyLast, take)
    let arrivals = arrivals
    cancel = stream.send(toHost: StreamReceiver { arrivals.add($0) })
  }

  nonisolated deinit {}

  /// Ends the subscription; `take` is not called any more.
  package func end() {
    arrivals.take = nil
    cancel.take()?()
  }
}

/// The elements of a stream that the main actor has not handled yet.
nonisolated private final class Arrivals<Element>: @unchecked Sendable {
  /// Used on the main thread only; `nil` after the end.
  var take: ((StreamStep<Element>) -> Void)?
  private let onlyLast: Bool
  /// The elements from other threads, in order.
  private let waiting = Lock(Waiting())
  private let hasWaiting = Atomic(false)
  /// The elements before those in `waiting`; used on the main thread only.
  private var ready = Queue<StreamStep<Element>>()

  /// Elements from other threads.
  private struct Waiting: @unchecked Sendable {
    var steps = Queue<StreamStep<Element>>()
    var hasEnd = false

    mutating func add(_ step: StreamStep<Element>, onlyLast: Bool) {
      if case .next = step {
        if onlyLast && !hasEnd { steps.removeAll() }
      } else {
        hasEnd = true
      }
      steps.append(step)
    }
  }

  init(onlyLast: Bool, _ take: @escaping (StreamStep<Element>) -> Void) {
    self.onlyLast = onlyLast
    self.take = take
  }

  /// Receives an element or the end, on any thread.
  func add(_ step: StreamStep<Element>) {
    if Process.isMainThread {
      if hasWaiting.load(ordering: .acquiring) || !ready.isEmpty { takeAll() }
      return pass(step)
    }
    nonisolated(unsafe) let step = step
    let isFirst = waiting.withLock { waiting in
      let isFirst = waiting.steps.isEmpty
      waiting.add(step, onlyLast: onlyLast)
      hasWaiting.store(true, ordering: .releasing)
      return isFirst
    }
    if isFirst { Task { @MainActor in takeSome() } }
  }

  /// Handles all elements that have arrived before this one.
  private func takeAll() {
    takeReady(.max)
    takeWaiting()
    takeReady(.max)
  }

  /// Handles as many elements as a turn may; later turns handle the rest.
  @MainActor
  private func takeSome() {
    if ready.isEmpty { takeWaiting() }
    takeReady(StreamTurn.limit)
    guard !ready.isEmpty else { return }
    Task { @MainActor in
      await StreamTurn.end()
      takeSome()
    }
  }

  private func takeWaiting() {
    ready =
      waiting.withLock { waiting in
        hasWaiting.store(false, ordering: .relaxed)
        return exchange(&waiting, with: Waiting())
      }.steps
  }

  private func takeReady(_ limit: Int) {
    var count = 0
    while count < limit, let step = ready.popFirst() {
      count += 1
      pass(step)
    }
  }

  private func pass(_ step: StreamStep<Element>) {
    take?(step)
    if case .next = step {} else { take = nil }
  }
}

/// Limits the elements that a turn handles, so that the host reads lines in between, however fast a
/// stream is.
package enum StreamTurn {
  /// The maximum number of waiting elements from other tasks or threads that a turn handles.
  package static let limit = 1000

  /// Ends the turn; what follows is in a later one. With virtual time it stays in the same turn.
  package static func end() async {
    await withTaskExecutorPreference(globalConcurrentExecutor) { await onAnotherThread() }
  }

  /// The caller returns from another thread in a turn of its own.
  @concurrent
  nonisolated private static func onAnotherThread() async {}
}
