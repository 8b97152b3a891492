import HostedStreams
import OperatingSystem
@_spi(Host) import Reactive
import Synchronization

/// A host's subscription to a stream of any library: what comes on the main thread is taken in the call, and what comes
/// on others on the main actor as soon as that is free; all of it in the order in which it came.
package final class StreamSubscription<Element> {
  private let arrivals: Arrivals<Element>
  /// Ends the stream's side.
  private var cancel: (() -> Void)?

  /// Subscribes.
  ///
  /// - Parameters:
  ///   - onlyLast: whether of several elements that wait only the last one counts, as for an output.
  ///   - take: is called for each element and for the end, if there is one; also before this returns.
  package init<Stream: HostedStream>(
    to stream: Stream, onlyLast: Bool = false, _ take: @escaping (StreamStep<Element>) -> Void
  ) where Stream.Element == Element {
    Process.noteMainThread()
    arrivals = Arrivals(onlyLast: onlyLast, take)
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
  private let onlyLast: Bool
  /// What came on other threads, in order.
  private let waiting = Lock(Waiting())
  private let hasWaiting = Atomic(false)
  /// What no longer waits, and is not taken yet; used on the main actor's thread alone. It comes before what waits.
  private var ready = Queue<StreamStep<Element>>()

  /// Elements on their way from one thread to another.
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

  /// Takes in what is sent, on any thread.
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

  /// Takes all that has come before this.
  private func takeAll() {
    takeReady(.max)
    takeWaiting()
    takeReady(.max)
  }

  /// Takes what may be taken in one turn; the rest is for later ones.
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

/// How much of a stream is taken in one turn, so that lines are read between, however fast it sends.
package enum StreamTurn {
  /// How many elements a turn takes at most of those that another task or thread has ready.
  package static let limit = 1000

  /// Ends the turn: what follows is in a later one. When time is virtual it is in the same one.
  package static func end() async {
    await withTaskExecutorPreference(globalConcurrentExecutor) { await onAnotherThread() }
  }

  /// Whoever comes back from there comes back in a turn of its own.
  @concurrent
  nonisolated private static func onAnotherThread() async {}
}
