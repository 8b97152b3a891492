import Reactive
import ReactiveTesting
import Testing

/// What an observer of a shared sequence gets that comes before the end, after it, and after all
/// others have left.
struct ShareTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let replay: Int
    let scope: SubjectLifetimeScope
    let end: Event<Int>?

    var testDescription: String {
      "share(replay: \(replay), scope: .\(scope)), \(end.map { "\($0)" } ?? "no end")"
    }
  }

  nonisolated static let cases = [0, 1, 2].flatMap { replay in
    [SubjectLifetimeScope.whileConnected, .forever].flatMap { scope in
      [nil, Event<Int>.completed, .error(TestError())].map {
        Case(replay: replay, scope: scope, end: $0)
      }
    }
  }

  private let scheduler = TestScheduler()

  private func source(_ end: Event<Int>?) -> TestableObservable<Int> {
    let before = zip([210, 220, 230, 240, 250, 320], 1...6).map { Recorded.next($0, $1) }
    let stop = end.map { [Recorded(time: 330, value: $0), .next(340, -1)] } ?? []
    return scheduler.createHotObservable(before + stop + [.next(550, 7)])
  }

  /// Subscribes from a time to a time; with `again` also inside its own stop event.
  private func observe(
    _ sequence: Observable<Int>, _ from: Int, _ to: Int, again: Bool = false
  ) -> TestableObserver<Int> {
    let observer = scheduler.createObserver(Int.self)
    let subscriptions = CompositeDisposable()
    scheduler.schedule(at: from) {
      subscriptions.insert(
        sequence.subscribe { event in
          observer.on(event)
          if event.isStopEvent, again { subscriptions.insert(sequence.subscribe(observer)) }
        })
    }
    scheduler.schedule(at: to) { subscriptions.dispose() }
    return observer
  }

  @Test(arguments: cases)
  func aSharedSequenceReplaysWithinItsScope(_ row: Case) {
    let source = source(row.end)
    let shared = source.asObservable().share(replay: row.replay, scope: row.scope)
    let a = observe(shared, 200, 350, again: row.end != nil)
    let b = observe(shared, 300, 400, again: row.end != nil)
    let c = observe(shared, 500, 600)
    scheduler.start()

    func replayed(_ range: ClosedRange<Int>, at time: Int) -> [Recorded<Event<Int>>] {
      range.suffix(row.replay).map { .next(time, $0) }
    }
    let six = Recorded<Event<Int>>.next(320, 6)
    let first = zip([210, 220, 230, 240, 250], 1...5).map { Recorded.next($0, $1) } + [six]
    let joined = replayed(1...5, at: 300) + [six]
    guard let end = row.end else {
      #expect(a.events == first)
      #expect(b.events == joined)
      #expect(
        c.events == (row.scope == .forever ? replayed(1...6, at: 500) : []) + [.next(550, 7)])
      #expect(source.subscriptions == [Subscription(200, 400), Subscription(500, 600)])
      return
    }
    let stop = Recorded(time: 330, value: end)
    switch row.scope {
    case .whileConnected:
      #expect(a.events == first + [stop, .next(340, -1)])
      #expect(b.events == joined + [stop, .next(340, -1)])
      #expect(c.events == [.next(550, 7)])
      #expect(
        source.subscriptions == [
          Subscription(200, 330), Subscription(330, 400), Subscription(500, 600),
        ])
    case .forever:
      let again = replayed(1...6, at: 330) + [stop]
      #expect(a.events == first + [stop] + again)
      #expect(b.events == joined + [stop] + again)
      #expect(c.events == replayed(1...6, at: 500) + [Recorded(time: 500, value: end)])
      #expect(source.subscriptions == [Subscription(200, 330)])
    }
  }

  @Test func theFirstSubscriberGetsWhatTheSourceSendsAtOnce() {
    var elements: [Int] = []
    _ = Observable.just(1).share().subscribe(onNext: { elements.append($0) })
    #expect(elements == [1])
  }

  @Test func theEndIsSentBeforeTheSourceIsDisposed() {
    let log = Log()
    var observer: AnyObserver<Int>?
    let source = Observable<Int>.create {
      observer = $0
      return Disposables.create { log.add("disposed") }
    }
    log.observe(source.share(), "A")
    observer?.onCompleted()
    #expect(log.lines == ["A |", "disposed"])
  }

  @Test func upstreamStateStartsOverWithEachConnection() {
    let relay = PublishRelay<Int>()
    let shared = relay.scan(0, accumulator: +).share()
    var elements: [Int] = []
    for _ in 1...2 {
      let subscription = shared.subscribe(onNext: { elements.append($0) })
      relay.accept(1)
      relay.accept(1)
      subscription.dispose()
    }
    #expect(elements == [1, 2, 1, 2])
  }

  /// Who is just being given the replayed element is there already, when the last of the others
  /// leaves inside that.
  @Test func aNewcomerKeepsTheSourceWhileItGetsTheReplay() {
    var starts = 0
    let source = PublishSubject<Int>()
    let shared = source.startWith(1).do(onSubscribe: { starts += 1 }).share(replay: 1)
    let log = Log()
    let a = log.observe(shared, "A")
    let b = log.observe(shared, "B") { _ in a.dispose() }
    source.onNext(2)
    #expect(starts == 1)
    #expect(log.lines == ["A 1", "B 1", "B 2"])
    b.dispose()
    #expect(!source.hasObservers)
  }

  @Test func theSameOfADriverThatSwitches() {
    var starts = 0
    let source = PublishSubject<Int>()
    let driver = source.startWith(1).do(onSubscribe: { starts += 1 })
      .asDriver(onErrorDriveWith: .never())
    let log = Log()
    let first = log.observe(driver.asObservable(), "A")
    log.observe(driver.asObservable(), "B") { _ in first.dispose() }
    source.onNext(2)
    #expect(starts == 1)
    #expect(log.lines == ["A 1", "B 1", "B 2"])
  }

  @Test func aNewcomerThatWantsTheReplayAloneLeavesNothingBehind() {
    let source = PublishSubject<Int>()
    let shared = source.share(replay: 1)
    let log = Log()
    let a = log.observe(shared, "A")
    source.onNext(1)
    log.observe(shared.take(1).do(onNext: { _ in a.dispose() }), "B")
    #expect(log.lines == ["A 1", "B 1", "B |"])
    #expect(!source.hasObservers)
  }
}
