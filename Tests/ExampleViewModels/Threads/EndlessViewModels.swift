import ForeignStreams
import Observation
import ViewModelKit

/// A stream that another thread sends into as fast as it can, and never waits for the main actor.
@Observable final class FloodViewModel: ThreadedViewModel, ViewModel {
  nonisolated private final class Source: @unchecked Sendable {
    private let lock = CLock()
    private var observer: FlowObserver<Int>?

    func observe(_ observer: FlowObserver<Int>?) { lock.withLock { self.observer = observer } }
    func send(_ number: Int) { lock.withLock { observer }?.onNext(number) }
  }

  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let source = Source()
  @ObservationIgnored private(set) lazy var numbers = Flow.create { [source] observer in
    source.observe(observer)
    return FlowSubscription { source.observe(nil) }
  }

  func makeBackground() -> Background { Background { [source] in source.send($0) } }

  static let interface = Interface<FloodViewModel>.threaded(
    output("number", { $0.numbers }, initially: 0))
}

/// A sequence that always has another element, and never waits.
@Observable final class EndlessViewModel: ThreadedViewModel, ViewModel {
  nonisolated struct Numbers: AsyncSequence, AsyncIteratorProtocol {
    private var last = 0

    func makeAsyncIterator() -> Numbers { self }

    mutating func next() async -> Int? {
      last += 1
      return last
    }
  }

  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored let numbers = Numbers()

  /// Nothing is to be started.
  func makeBackground() -> Background { Background { _ in await Task.yield() } }

  static let interface = Interface<EndlessViewModel>.threaded(output("number", \.numbers))
}
