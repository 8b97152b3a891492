import Reactive
import ReactiveTesting
import Testing

struct ObservableNamesTests {
  private let scheduler = TestScheduler()

  @Test func skippingATime() {
    let source = scheduler.hot("-1-2-3-|")
    let events = scheduler.record {
      source.skip(.milliseconds(40), scheduler: scheduler)
    }
    #expect(events == marbles("-----3-|"))
    #expect(source.subscriptions == [Subscription(0, 70)])
  }

  /// The source's end is the end, however early.
  @Test func skippingATimeThatIsNeverOver() {
    let source = scheduler.hot("-1|")
    let events = scheduler.record { source.skip(.milliseconds(40), scheduler: scheduler) }
    #expect(events == marbles("--|"))
  }

  @Test func reducingWithAMappedResult() {
    let source = scheduler.hot("-1-2-3-|")
    let events = scheduler.record {
      source.reduce(0, accumulator: +, mapResult: { "sum \($0)" })
    }
    #expect(events == [.next(70, "sum 6"), .completed(70)])
  }

  @Test func fromAnOptionalOnAScheduler() {
    let some = scheduler.record(until: 10) { Observable.from(optional: 1, scheduler: scheduler) }
    let none = scheduler.record(until: 20) {
      Observable.from(optional: Int?.none, scheduler: scheduler)
    }
    #expect(some == [.next(0, 1), .completed(0)])
    #expect(none.map(\.value) == [.completed])
  }

  private struct Offline: Error {}

  @Test func retryingErrorsOfOneType() {
    var attempts = 0
    let source = Observable<Int>.deferred {
      attempts += 1
      return attempts < 3 ? .error(Offline()) : .error(TestError("denied"))
    }
    let events = scheduler.record {
      source.retry(when: { (errors: Observable<Offline>) in
        errors.delay(.milliseconds(10), scheduler: scheduler)
      })
    }
    #expect(events == [.error(20, TestError("denied"))])
    #expect(attempts == 3)
  }

  /// The trigger's end is the end; elements pass.
  @Test func aTriggerThatEnds() {
    let source = Observable<Int>.concat(.just(1), .error(Offline()))
    let events = scheduler.record {
      source.retry(when: { (errors: Observable<Offline>) in
        errors.take(1).flatMap { _ in
          Observable<Int>.empty()
        }
      })
    }
    #expect(events == [.next(0, 1), .completed(0)])
  }

  @Test func multicastingForASelector() {
    let source = scheduler.hot("-1-2-3-|")
    var subjects = 0
    let pairs = source.multicast({
      subjects += 1
      return PublishSubject<Int>()
    }) { numbers in
      Observable.zip(numbers, numbers.skip(1)) { $0 * 10 + $1 }
    }
    let other = scheduler.createObserver(Int.self)
    _ = pairs.subscribe(other)
    #expect(scheduler.record { pairs } == [.next(30, 12), .next(50, 23), .completed(70)])
    #expect(other.elements == [12, 23])
    #expect(subjects == 2)
    #expect(source.subscriptions == [Subscription(0, 70), Subscription(0, 70)])
  }

  /// Whoever comes before the end gets everything from the beginning.
  @Test func replayAllReplaysFromTheBeginning() {
    func start<Source: ConnectableObservableType>(_ source: Source) -> any Disposable {
      source.connect()
    }
    let source = scheduler.hot("-1-2-3-|")
    let shared = source.replayAll()
    let late = scheduler.createObserver(Int.self)
    scheduler.schedule(at: 0) { _ = start(shared) }
    scheduler.schedule(at: 40) { _ = shared.subscribe(late) }
    scheduler.start()
    #expect(late.events == [.next(40, 1), .next(40, 2), .next(50, 3), .completed(70)])
  }

  @Test func aSelectorThatThrows() {
    let events = scheduler.record {
      Observable.just(1).multicast({ PublishSubject<Int>() }) { _ -> Observable<Int> in
        throw TestError("selector")
      }
    }
    #expect(events == [.error(0, TestError("selector"))])
  }

  @Test func anAsyncSequenceWithAPriority() async throws {
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    var elements: [Int] = []
    for try await element in numbers.asObservable(detached: true, priority: .low).values {
      elements.append(element)
    }
    #expect(elements == [1, 2, 3])
  }
}
