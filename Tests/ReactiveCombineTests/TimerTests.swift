import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// `Timer.publish` in a file that does not import Foundation; see FoundationNamesTests for one that
/// does.
struct TimerTests {
  private let scheduler = TestScheduler()

  private final class Stopwatch {
    @Published private(set) var seconds = 0
    private var timer: AnyCancellable?

    func start() {
      timer = Timer.publish(every: 1, on: .main, in: .common)
        .autoconnect()
        .sink { [weak self] _ in self?.seconds += 1 }
    }

    func stop() {
      timer?.cancel()
      timer = nil
    }
  }

  @Test func aStopwatchCountsWhileItRuns() {
    MainScheduler.with(loop: scheduler) {
      let stopwatch = Stopwatch()
      stopwatch.start()
      scheduler.advance(to: 3_500)
      #expect(stopwatch.seconds == 3)
      stopwatch.stop()
      scheduler.advance(to: 10_000)
      #expect(stopwatch.seconds == 3)
      #expect(scheduler.isIdle)
      stopwatch.start()
      scheduler.advance(to: 11_000)
      #expect(stopwatch.seconds == 4)
      stopwatch.stop()
    }
  }

  /// All subscribers share one timer, which starts when it is connected.
  @Test func subscribersShareATimer() {
    MainScheduler.with(loop: scheduler) {
      let timer = Timer.publish(every: 0.1, tolerance: 0.5, on: .current, in: .default)
      var lines: [String] = []
      var subscriptions = Set<AnyCancellable>()
      timer.sink { lines.append("A \($0 / .milliseconds(1))") }.store(in: &subscriptions)
      scheduler.advance(to: 50)
      timer.connect().store(in: &subscriptions)
      scheduler.advance(to: 200)
      timer.sink { lines.append("B \($0 / .milliseconds(1))") }.store(in: &subscriptions)
      scheduler.advance(to: 260)
      #expect(lines == ["A 150.0", "A 250.0", "B 250.0"])
      subscriptions = []
      #expect(scheduler.isIdle == false)
      scheduler.advance(to: 1_000)
      #expect(lines.count == 3)
    }
  }
}

struct ConnectableTests {
  @Test func multicastSendsFromConnectToCancel() {
    let source = PassthroughSubject<Int, Never>()
    let shared = source.multicast(subject: CurrentValueSubject(0))
    var lines: [String] = []
    let first = shared.sink { lines.append("A \($0)") }
    source.send(1)
    #expect(lines == ["A 0"])
    let connection = shared.connect()
    source.send(2)
    let second = shared.sink { lines.append("B \($0)") }
    connection.cancel()
    source.send(3)
    #expect(lines == ["A 0", "A 2", "B 2"])
    first.cancel()
    second.cancel()
  }

  @Test func autoconnectConnectsWithTheFirstSubscriber() {
    var subscriptions = 0
    let source = PassthroughSubject<Int, Never>()
    let shared = source.handleEvents(receiveSubscription: { _ in subscriptions += 1 })
      .multicast { PassthroughSubject() }
      .autoconnect()
    var lines: [String] = []
    let first = shared.sink { lines.append("A \($0)") }
    let second = shared.sink { lines.append("B \($0)") }
    source.send(1)
    first.cancel()
    source.send(2)
    second.cancel()
    source.send(3)
    #expect(lines == ["A 1", "B 1", "B 2"])
    #expect(subscriptions == 1)
  }

  @Test func makeConnectableWaitsForConnect() {
    var elements: [Int] = []
    let publisher = [1, 2].publisher.makeConnectable()
    let subscription = publisher.sink { elements.append($0) }
    #expect(elements == [])
    publisher.connect().cancel()
    #expect(elements == [1, 2])
    subscription.cancel()
  }
}
