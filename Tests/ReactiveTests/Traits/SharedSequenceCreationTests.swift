import Reactive
import ReactiveTesting
import Testing

/// What a creation function of shared sequences gives from the time 0 on.
nonisolated private struct CreationCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: String
  let make: @MainActor () -> Driver<Int>

  init(_ name: String, _ expected: String, _ make: @escaping @MainActor () -> Driver<Int>) {
    testDescription = name
    self.expected = expected
    self.make = make
  }
}

nonisolated private let creationCases = [
  CreationCase("just", "(1|)") { .just(1) },
  CreationCase("empty", "|") { .empty() },
  CreationCase("never", "----") { .never() },
  CreationCase("of", "(123|)") { .of(1, 2, 3) },
  CreationCase("from an array", "(12|)") { .from([1, 2]) },
  CreationCase("from a range", "(123|)") { .from(1...3) },
  CreationCase("from(optional:)", "(1|)") { .from(optional: 1) },
  CreationCase("from(optional: nil)", "|") { .from(optional: nil) },
  CreationCase("deferred", "(1|)") { .deferred { .just(1) } },
  CreationCase("interval", "--0-1-2-3-4-5") { .interval(.milliseconds(20)) },
  CreationCase("timer", "--(0|)") { .timer(.milliseconds(20)) },
  CreationCase("timer, period", "-0--1--2--3--4") {
    .timer(.milliseconds(10), period: .milliseconds(30))
  },
  // `a` is -12|, `b` is 5--6|.
  CreationCase("merge", "5126|") { .merge(b, a) },
  CreationCase("merge with a helper", "5126|") { .merge(Busy(b), a) },
  CreationCase("merge, collection", "5126|") { .merge([b, a]) },
  CreationCase("merge, collection of helpers", "5126|") {
    .merge(CollectionOfOne(Busy(.merge(b, a))))
  },
  CreationCase("concat", "5--6-12|") { .concat(b, a) },
  CreationCase("concat, sequence", "5--6-12|") { .concat(AnySequence([b, a])) },
  CreationCase("combineLatest", "-678|") { .combineLatest(b, a) { $0 + $1 } },
  CreationCase("combineLatest with a helper", "-678|") {
    .combineLatest(b, Busy(a)) { $0 + $1 }
  },
  CreationCase("combineLatest, collection", "-678|") {
    .combineLatest([b, a]) { $0.reduce(0, +) }
  },
  CreationCase("combineLatest, arrays", "-678|") {
    Driver.combineLatest([b, a]).map { $0.reduce(0, +) }
  },
  CreationCase("zip", "-6-8|") { .zip(b, a) { $0 + $1 } },
  CreationCase("zip with a helper", "-6-8|") { .zip(Busy(b), a) { $0 + $1 } },
  CreationCase("zip, collection", "-6-8|") { .zip([b, a]) { $0.reduce(0, +) } },
  CreationCase("zip, arrays", "-6-8|") { Driver.zip([b, a]).map { $0.reduce(0, +) } },
]

private var a: Driver<Int> { timed([1, 2], after: 10, every: 10) }
private var b: Driver<Int> { timed([5, 6], after: 0, every: 30) }

/// Elements at a first time and then in periods, completed 10 ms after the last one.
private func timed(_ elements: [Int], after start: Int, every period: Int) -> Driver<Int> {
  let times = elements.indices.map { start + $0 * period }
  let events = zip(times, elements).map { time, element in
    let later = Observable<Int>.timer(.milliseconds(time), scheduler: MainScheduler.loop)
    return time == 0 ? Observable.just(element) : later.map { _ in element }
  }
  let end = Observable<Int>.timer(
    .milliseconds((times.last ?? 0) + 10), scheduler: MainScheduler.loop)
  return Observable.merge(events + [.never()]).take(until: end)
    .asDriver(onErrorDriveWith: .empty())
}

/// A helper that can be seen as a driver.
private struct Busy: SharedSequenceConvertibleType {
  typealias Element = Int
  typealias SharingStrategy = DriverSharingStrategy
  private let driver: Driver<Int>

  init(_ driver: Driver<Int>) {
    self.driver = driver
  }

  func asSharedSequence() -> Driver<Int> { driver }
}

struct SharedSequenceCreationTests {
  @Test(arguments: creationCases)
  fileprivate func aCreationFunction(_ creation: CreationCase) {
    let scheduler = TestScheduler()
    let events = MainScheduler.with(loop: scheduler) {
      scheduler.record(until: 135) { creation.make() }
    }
    #expect(events == marbles(creation.expected))
  }

  /// A strategy of one's own says with which scheduler its sequences wait.
  @Test func theSchedulerOfAStrategy() {
    enum Replaying: SharingStrategyProtocol {
      static let clock = TestScheduler()
      static var scheduler: any SchedulerType { clock }
      static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 2)
      }
    }
    let sequence = SharedSequence<Replaying, Int>.interval(.milliseconds(20))
    let events = Replaying.clock.record(until: 50) { sequence }
    #expect(events == [.next(20, 0), .next(40, 1)])
  }

  /// An element of an enumeration is found in an array.
  @Test func elementsOfAnEnumeration() {
    enum Tab { case first, second }
    var tabs: [Tab] = []
    let loop = TestScheduler()
    MainScheduler.with(loop: loop) {
      _ = Driver<Tab>.from([.first, .second]).drive(onNext: { tabs.append($0) })
      loop.start()
    }
    #expect(tabs == [.first, .second])
  }
}

/// The elements of `just`, `of` and `from` come through the main scheduler, to each subscriber from
/// the first on: as in RxCocoa, there is nothing to share.
struct SharedSequenceFromTests {
  private let loop = TestScheduler()
  private let log = Log()

  @Test func theFirstComesAtOnceAndTheOthersInLaterJobs() {
    MainScheduler.with(loop: loop) {
      log.observe(Signal.of(7, 8), "S")
      log.add("subscribed")
      loop.start()
    }
    #expect(log.lines == ["S 7", "subscribed", "S 8", "S |"])
  }

  @Test(arguments: [true, false])
  func whoComesLaterGetsAll(fromArray: Bool) {
    MainScheduler.with(loop: loop) {
      let driver = fromArray ? Driver.from([1, 2]) : .of(1, 2)
      log.observe(driver, "A")
      log.observe(driver, "B")
      log.add("subscribed")
      loop.start()
      log.observe(driver.asObservable().take(1), "C")
    }
    #expect(
      log.lines == [
        "A 1", "subscribed", "A 2", "B 1", "A |", "B 2", "B |", "C 1", "C |",
      ])
  }

  @Test func anOptionalCompletesInALaterJob() {
    MainScheduler.with(loop: loop) {
      log.observe(Driver.from(optional: 1), "A")
      log.observe(Driver<Int>.from(optional: nil), "B")
      log.add("subscribed")
      loop.start()
    }
    #expect(log.lines == ["A 1", "B |", "subscribed", "A |"])
  }

  /// The subscription goes through the main scheduler, which is busy with the first one.
  @Test func whoSubscribesJustInsideItsElementWaits() {
    let one = Driver.just(1)
    MainScheduler.with(loop: loop) {
      log.observe(one, "A") { [log] _ in log.observe(one, "B") }
      log.add("subscribed")
      loop.start()
    }
    #expect(log.lines == ["A 1", "A |", "subscribed", "B 1", "B |"])
  }

  /// The element is sent inside a subscription: what it sets off there comes after all have got it.
  @Test func whatTheElementOfJustSetsOffComesAfterIt() {
    let source = PublishSubject<Void>()
    let driven = source.flatMapLatest { Driver.just(5) }.share()
    log.observe(driven.flatMap { Observable.of($0, 6) }, "A")
    log.observe(driven, "B")
    source.onNext(())
    #expect(log.lines == ["B 5", "A 5", "A 6"])
  }

  /// It is a plain element, and no driver of one: what it sets off comes at once.
  @Test func whatStandsForAnErrorComesAtOnce() {
    let source = PublishSubject<Int>()
    let driver = Driver.concat([source.asDriver(onErrorJustReturn: 1), .just(2)])
    log.observe(driver.flatMapLatest { Observable.of($0, 0).asDriver(onErrorJustReturn: 9) }, "A")
    source.onError(TestError())
    #expect(log.lines == ["A 1", "A 0", "A 2", "A 0", "A |"])
  }

  @Test func anInfallibleIsAPlainSequence() {
    let one = Infallible.just(1)
    log.observe(one, "A") { [log] _ in log.observe(one, "B") }
    log.observe(Infallible.from(optional: 2), "C")
    #expect(log.lines == ["A 1", "B 1", "B |", "A |", "C 2", "C |"])
  }
}
