import ForeignStreams
import Observation
import ViewModelKit

/// A stream of a library that knows no host, which sends on another thread.
@Observable final class SentViewModel: ThreadedViewModel, ViewModel {
  nonisolated private final class Source: @unchecked Sendable {
    private let lock = CLock()
    private var observers: [Int: FlowObserver<String>] = [:]
    private var lastKey = 0

    func add(_ observer: FlowObserver<String>) -> FlowSubscription {
      let key = lock.withLock {
        lastKey += 1
        observers[lastKey] = observer
        return lastKey
      }
      return FlowSubscription { [self] in lock.withLock { observers[key] = nil } }
    }

    func send(_ text: String) {
      for (_, observer) in lock.withLock({ observers }) { observer.onNext(text) }
    }
  }

  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let source = Source()
  @ObservationIgnored private(set) lazy var texts = Flow.create { [source] in source.add($0) }

  /// Nothing holds back who sends on another thread but this: it waits for the main actor now and
  /// then.
  func makeBackground() -> Background {
    Background { [source] number in
      source.send(text(number))
      if number.isMultiple(of: 10) { await MainActor.run {} }
    }
  }

  static let interface = Interface<SentViewModel>.threaded(
    output("text", { $0.texts }, initially: ""),
    output("length", { $0.texts.map(\.count) }))
}
