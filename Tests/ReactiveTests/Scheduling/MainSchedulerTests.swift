import Reactive
import ReactiveTesting
import Testing

/// Work that a scheduler runs inside `schedule`, before its disposable is there.
struct MainSchedulerTests {
  private let loop = TestScheduler()
  private let log = Log()

  private static let immediate: [any SchedulerType] = [
    MainScheduler.instance, MainScheduler(), ConcurrentMainScheduler.instance,
  ]

  /// Runs the body, and then what has been put on the loop.
  private func run(_ body: () -> Void) {
    MainScheduler.with(loop: loop) {
      body()
      loop.start()
    }
  }

  @Test(arguments: 0..<3)
  func aSubscriptionThroughTheSchedulerStays(_ index: Int) {
    let subject = PublishSubject<Int>()
    run {
      let source = subject.subscribe(on: Self.immediate[index])
      let subscription = log.observe(source, "S")
      for number in 1...2 { subject.onNext(number) }
      subscription.dispose()
      #expect(!subject.hasObservers)
      log.observe(source, "T")
      subject.onNext(3)
      subject.onCompleted()
    }
    #expect(log.lines == ["S 1", "S 2", "T 3", "T |"])
  }

  @Test func aReplyThatComesLaterArrives() {
    var results: [Int] = []
    run {
      let single = Single<Int>.create { reply in
        _ = loop.schedule(after: .seconds(1)) { reply(.success(5)) }
        return Disposables.create()
      }
      _ = single.subscribe(on: MainScheduler.instance).subscribe(onSuccess: { results.append($0) })
    }
    #expect(results == [5])
  }

  @Test(arguments: 0..<3)
  func coldSequencesThroughTheSchedulerAreWhole(_ index: Int) {
    let scheduler = Self.immediate[index]
    run {
      log.observe(Observable.of(1, 2, 3, scheduler: scheduler), "of")
      log.observe(Observable.just(4, scheduler: scheduler), "just")
      log.observe(Observable.range(start: 5, count: 2, scheduler: scheduler), "range")
      let generated = Observable.generate(
        initialState: 7, condition: { $0 < 9 }, scheduler: scheduler, iterate: { $0 + 1 })
      log.observe(generated, "generate")
    }
    let lines = Dictionary(grouping: log.lines) { String($0.prefix { $0 != " " }) }
    #expect(lines["of"] == ["of 1", "of 2", "of 3", "of |"])
    #expect(lines["just"] == ["just 4", "just |"])
    #expect(lines["range"] == ["range 5", "range 6", "range |"])
    #expect(lines["generate"] == ["generate 7", "generate 8", "generate |"])
  }

  /// The first element is work of its own inside `subscribe`; the next is put on the main scheduler
  /// while that runs.
  @Test func theFirstElementComesAtOnceAndTheOthersInLaterJobs() {
    run {
      log.observe(Observable.of(1, 2, scheduler: MainScheduler.instance), "S")
      log.add("subscribed")
    }
    #expect(log.lines == ["S 1", "subscribed", "S 2", "S |"])
  }

  @Test(arguments: 0..<3)
  func aDisposalEndsIt(_ index: Int) {
    run {
      let scheduler = Self.immediate[index]
      log.observe(Observable.of(1, 2, 3, scheduler: scheduler).take(1), "take")
      let subscription = log.observe(Observable.of(1, 2, scheduler: MainScheduler()), "S")
      subscription.dispose()
    }
    #expect(log.lines == ["take 1", "take |", "S 1"])
  }

  /// RxSwift disposes through the scheduler; here it is done at once, so that a request is
  /// cancelled in the turn that has lost interest.
  @Test func theSubscriptionIsDisposedAtOnce() {
    let source = loop.createHotObservable([Recorded<Event<Int>>.next(10, 1)])
    var subscription: (any Disposable)?
    loop.schedule(at: 5) {
      subscription = source.asObservable().subscribe(on: loop).subscribe()
    }
    loop.schedule(at: 20) { subscription?.dispose() }
    loop.start()
    #expect(source.subscriptions == [Subscription(5, 20)])
  }
}
