@_spi(Host) import Reactive
import ReactiveTesting
import Testing

/// What an operator of shared sequences makes of `-1-1-2-3-|`.
nonisolated struct SharedCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: String
  let apply: @MainActor (Driver<Int>) -> Driver<Int>

  init(
    _ name: String, _ expected: String, _ apply: @escaping @MainActor (Driver<Int>) -> Driver<Int>
  ) {
    testDescription = name
    self.expected = expected
    self.apply = apply
  }
}

nonisolated private let sharedCases = [
  SharedCase("map", "-2-2-4-6-|") { $0.map { $0 * 2 } },
  SharedCase("compactMap", "-----2-3-|") { $0.compactMap { $0 == 1 ? nil : $0 } },
  SharedCase("filter", "-----2-3-|") { $0.filter { $0 > 1 } },
  SharedCase("scan", "-1-2-4-7-|") { $0.scan(0) { $0 + $1 } },
  SharedCase("scan(into:)", "-1-2-4-7-|") { $0.scan(into: 0) { $0 += $1 } },
  SharedCase("startWith", "91-1-2-3-|") { $0.startWith(9) },
  SharedCase("skip", "---1-2-3-|") { $0.skip(1) },
  SharedCase("distinctUntilChanged", "-1---2-3-|") { $0.distinctUntilChanged() },
  SharedCase("distinctUntilChanged, key", "-1---2---|") { $0.distinctUntilChanged { $0 / 2 } },
  SharedCase("distinctUntilChanged, comparer", "-1-------|") {
    $0.distinctUntilChanged { _, _ in true }
  },
  SharedCase("distinctUntilChanged, key and comparer", "-1-1-----|") {
    $0.distinctUntilChanged({ $0 / 2 }, comparer: { $0 != $1 })
  },
  SharedCase("distinctUntilChanged(at:)", "-1---2-3-|") {
    $0.distinctUntilChanged(at: \.description)
  },
  SharedCase("do", "-1-1-2-3-|") { $0.do(onNext: { _ in }) },
  SharedCase("debug", "-1-1-2-3-|") { driver in
    DebugOutput.$write.withValue({ _ in }) { driver.debug() }
  },
  SharedCase("withUnretained", "-1-1-2-3-|") { $0.withUnretained(listener).map { $1 } },
  SharedCase("withUnretained, closure", "-2-2-3-4-|") {
    $0.withUnretained(listener) { $1 + 1 }
  },
  SharedCase("withLatestFrom", "-5-5-5-5-|") { $0.withLatestFrom(Driver.just(5)) },
  SharedCase("withLatestFrom a signal", "-5-5-5-5-|") { $0.withLatestFrom(Signal.just(5)) },
  SharedCase("withLatestFrom, closure", "-6-6-7-8-|") {
    $0.withLatestFrom(Signal.just(5)) { $0 + $1 }
  },
  // Each inner sequence is an element after 30 ms.
  SharedCase("flatMap", "----1-1-2-(3|)") { $0.flatMap(later) },
  SharedCase("flatMapLatest", "----------(3|)") { $0.flatMapLatest(later) },
  SharedCase("flatMapFirst", "----1---2|") { $0.flatMapFirst(later) },
  SharedCase("concatMap", "----1--1--2--(3|)") { $0.concatMap(later) },
  SharedCase("merge()", "----1-1-2-(3|)") { $0.map(later).merge() },
  SharedCase("merge(maxConcurrent:)", "----1--1--2--(3|)") {
    $0.map(later).merge(maxConcurrent: 1)
  },
  SharedCase("switchLatest", "----------(3|)") { $0.map(later).switchLatest() },
  SharedCase("delay", "---1-1-2-3-|") { $0.delay(.milliseconds(20)) },
  SharedCase("debounce", "--1-1-2-3|") { $0.debounce(.milliseconds(10)) },
  SharedCase("throttle", "-1----2----(3|)") { $0.throttle(.milliseconds(50)) },
  SharedCase("throttle(latest: false)", "-1---2---|") {
    $0.throttle(.milliseconds(30), latest: false)
  },
  SharedCase("asDriver", "-1-1-2-3-|") { $0.asDriver() },
  SharedCase("asSharedSequence", "-1-1-2-3-|") { $0.asSharedSequence() },
]

private let listener = Log()

private func later(_ number: Int) -> Driver<Int> {
  .timer(.milliseconds(30)).map { (_: Int) in number }
}

struct SharedSequenceOperatorTests {
  private let scheduler = TestScheduler()

  @Test(arguments: sharedCases)
  func anOperatorSubscribesOnceForAllObservers(_ operation: SharedCase) {
    MainScheduler.with(loop: scheduler) {
      let source = scheduler.hot("-1-1-2-3-|")
      let driver = operation.apply(source.asDriver(onErrorDriveWith: .empty()))
      let other = scheduler.createObserver(Int.self)
      let subscription = driver.drive(other)
      let events = scheduler.record { driver }
      #expect(events == marbles(operation.expected))
      #expect(other.events == marbles(operation.expected))
      // However many there are, it is subscribed once.
      #expect(source.subscriptions == [Subscription(0, 90)])
      subscription.dispose()
    }
  }

  @Test func doReportsEverything() {
    let log = Log()
    let driver = Driver.of(1, 2).do(
      onNext: { log.add("next \($0)") }, afterNext: { log.add("after \($0)") },
      onCompleted: { log.add("completed") }, afterCompleted: { log.add("after completed") },
      onSubscribe: { log.add("subscribe") }, onSubscribed: { log.add("subscribed") },
      onDispose: { log.add("dispose") })
    MainScheduler.with(loop: scheduler) {
      _ = driver.drive(onNext: { log.add("\($0)") })
      scheduler.start()
    }
    let ends = ["subscribed", "dispose"]
    #expect(
      log.lines.filter { !ends.contains($0) } == [
        "subscribe", "next 1", "1", "after 1", "next 2", "2", "after 2", "completed",
        "after completed",
      ])
    #expect(log.lines.filter { ends.contains($0) } == ends)
  }
}
