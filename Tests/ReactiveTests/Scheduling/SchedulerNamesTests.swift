import Reactive
import ReactiveTesting
import Testing

/// Schedulers by RxSwift's forms, whose action takes a state.
struct SchedulerNamesTests {
  private let log = Log()

  /// In the shape in which apps write their own.
  private final class Delaying: SchedulerType {
    private let base: any SchedulerType
    private(set) var count = 0

    init(_ base: any SchedulerType) {
      self.base = base
    }

    var now: RxTime { base.now }

    func schedule<StateType>(
      _ state: StateType, action: @escaping (StateType) -> Disposable
    ) -> Disposable {
      count += 1
      return base.schedule(state, action: action)
    }

    func scheduleRelative<StateType>(
      _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> Disposable
    ) -> Disposable {
      count += 1
      return base.scheduleRelative(state, dueTime: dueTime + .milliseconds(5), action: action)
    }
  }

  @Test func anAppsOwnScheduler() {
    let loop = TestScheduler()
    let scheduler = Delaying(loop)
    let events = loop.record {
      Observable.of(1, 2, scheduler: scheduler).delay(.milliseconds(10), scheduler: scheduler)
    }
    // Each event has a timer of its own, which comes 5 too late.
    #expect(events == [.next(15, 1), .next(15, 2), .completed(15)])
    #expect(scheduler.count > 3)
  }

  @Test func statesArePassed() {
    let scheduler = TestScheduler()
    _ = scheduler.schedule("now") { [log] state in
      log.add("\(scheduler.clock) \(state)")
      return Disposables.create()
    }
    _ = scheduler.scheduleRelative("later", dueTime: .milliseconds(30)) { [log] state in
      log.add("\(scheduler.clock) \(state)")
      return Disposables.create()
    }
    let periodic = scheduler.schedulePeriodic(
      1, startAfter: .milliseconds(10), period: .milliseconds(20)
    ) { [log] number in
      log.add("\(scheduler.clock) \(number)")
      return number * 2
    }
    _ = scheduler.scheduleRelative((), dueTime: .milliseconds(60)) { periodic }
      // What the action returns is disposed with the result.
      .disposed(at: 65, scheduler)
    scheduler.advance(to: 200)
    #expect(log.lines == ["0 now", "10 1", "30 later", "30 2", "50 4"])
  }

  @Test func whatIsDisposedInTimeDoesNotRun() {
    let scheduler = TestScheduler()
    let note = { [log] (text: String) in
      log.add(text)
      return Disposables.create()
    }
    scheduler.schedule("a", action: note).dispose()
    scheduler.scheduleRelative("b", dueTime: .milliseconds(5), action: note).dispose()
    scheduler.start()
    #expect(log.lines == [])
  }

  @Test func aDisposalOnAScheduler() {
    let scheduler = TestScheduler()
    let disposable = BooleanDisposable()
    let scheduled = ScheduledDisposable(scheduler: scheduler, disposable: disposable)
    scheduled.dispose()
    scheduled.dispose()
    #expect(!disposable.isDisposed && !scheduled.isDisposed)
    scheduler.start()
    #expect(disposable.isDisposed && scheduled.isDisposed)
  }

  @Test func theCurrentThread() {
    #expect(CurrentThreadScheduler.isScheduleRequired)
    var inside: Bool?
    _ = Observable<Int>.create { _ in
      inside = CurrentThreadScheduler.isScheduleRequired
      return Disposables.create()
    }.subscribe()
    #expect(inside == false)
  }

  @Test func theMainThread() {
    MainScheduler.ensureRunningOnMainThread()
    MainScheduler.ensureExecutingOnScheduler(errorMessage: "here it is")
  }

  @Test func historicalTimeBeginsAtTheInitialClock() {
    let scheduler = HistoricalScheduler(initialClock: .seconds(10))
    var times: [Duration] = []
    _ = scheduler.schedule(after: .seconds(5)) { times.append(scheduler.now) }
    scheduler.start()
    #expect(times == [.seconds(15)])
    #expect(HistoricalScheduler().now == .zero)
  }

  @Test func queuesWithLeewayAndPriority() {
    let loop = TestScheduler()
    let queues: [any SchedulerType] = [
      ConcurrentDispatchQueueScheduler(qos: .background, leeway: .milliseconds(1)),
      ConcurrentDispatchQueueScheduler(queue: "a queue", leeway: .nanoseconds(0)),
      SerialDispatchQueueScheduler(internalSerialQueueName: "db", leeway: .zero),
      OperationQueueScheduler(operationQueue: "a queue", queuePriority: .high),
    ]
    var count = 0
    MainScheduler.with(loop: loop) {
      for queue in queues { _ = queue.schedule { count += 1 } }
      #expect(count == 0)
      loop.start()
    }
    #expect(count == queues.count)
  }
}

extension Disposable {
  fileprivate func disposed(at time: Int, _ scheduler: TestScheduler) {
    scheduler.schedule(at: time) { dispose() }
  }
}
