import Reactive
import ReactiveTesting
import Testing

/// Queues are names for the loop; in this file without Dispatch, beside it with.
struct QueueSchedulerTests {
  private let loop = TestScheduler()
  private let log = Log()

  private static var queues: [any SchedulerType] {
    [
      ConcurrentDispatchQueueScheduler(qos: .background),
      ConcurrentDispatchQueueScheduler(qos: .userInitiated),
      SerialDispatchQueueScheduler(qos: .default),
      SerialDispatchQueueScheduler(qos: .utility, internalSerialQueueName: "db"),
      SerialDispatchQueueScheduler(internalSerialQueueName: "db"),
      MainScheduler.asyncInstance,
    ]
  }

  @Test(arguments: 0..<6)
  func workComesLaterAndInOrder(_ index: Int) {
    let queue = Self.queues[index]
    MainScheduler.with(loop: loop) {
      for name in ["a", "b"] { _ = queue.schedule { log.add(name) } }
      _ = queue.schedule(after: .milliseconds(10)) { log.add("c@\(loop.clock)") }
      queue.schedule { log.add("never") }.dispose()
      log.add("scheduled")
      loop.start()
    }
    #expect(log.lines == ["scheduled", "a", "b", "c@10"])
  }

  /// The request on a queue, its reply on the main one: as it stands in every app.
  @Test func subscribeOnAndObserveOn() {
    MainScheduler.with(loop: loop) {
      let source = Observable<Int>.create { observer in
        log.add("work")
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
      }
      log.observe(
        source
          .subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background))
          .observe(on: MainScheduler.instance), "A")
      log.add("subscribed")
      loop.start()
    }
    #expect(log.lines == ["subscribed", "work", "A 1", "A |"])
  }

  /// A subscription that is disposed before its turn subscribes nothing.
  @Test func subscribingIsCancelled() {
    MainScheduler.with(loop: loop) {
      let source = Observable<Int>.deferred {
        log.add("subscribed")
        return .just(1)
      }
      log.observe(source.subscribe(on: MainScheduler.asyncInstance), "A").dispose()
      loop.start()
    }
    #expect(log.lines == [])
  }

  /// `ConcurrentMainScheduler` runs at once, also inside other work, where `MainScheduler` waits.
  @Test(arguments: [(true, ["a", "b", "end of a"]), (false, ["a", "end of a", "b"])])
  func theConcurrentMainSchedulerKeepsNoQueue(_ isConcurrent: Bool, _ expected: [String]) {
    MainScheduler.with(loop: loop) {
      let scheduler: any SchedulerType =
        isConcurrent ? ConcurrentMainScheduler.instance : MainScheduler()
      _ = scheduler.schedule {
        log.add("a")
        _ = scheduler.schedule { log.add("b") }
        log.add("end of a")
      }
      loop.start()
    }
    #expect(log.lines == expected)
  }

  /// What is bound by work on a queue belongs to the scope from which it was put there.
  @Test func aQueueKeepsTheBindingScope() {
    MainScheduler.with(loop: loop) {
      BindingScope { log.add("fault \($0)") }.run {
        _ = MainScheduler.asyncInstance.schedule {
          _ = Observable<Int>.error(TestError("net")).bind(onNext: { _ in })
        }
      }
      loop.start()
    }
    #expect(log.lines == ["fault net"])
  }
}
