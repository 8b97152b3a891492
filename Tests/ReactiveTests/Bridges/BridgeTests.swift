import Observation
import Reactive
import ReactiveTesting
import Testing

struct BridgeTests {
  private let log = Log()

  @Test func elementsAreIterated() async throws {
    var elements: [Int] = []
    for try await element in Observable.of(1, 2, 3).values { elements.append(element) }
    #expect(elements == [1, 2, 3])
  }

  @Test func anErrorIsThrownByTheIteration() async {
    let subject = PublishSubject<Int>()
    let values = subject.values
    subject.onNext(1)
    subject.onError(TestError("net"))
    var elements: [Int] = []
    await #expect(throws: TestError("net")) {
      for try await element in values { elements.append(element) }
    }
    #expect(elements == [1])
  }

  @Test func cancellingTheIterationEndsTheSubscription() async {
    let subject = PublishSubject<Int>()
    let task = Task.immediate { for try await _ in subject.values {} }
    #expect(subject.hasObservers)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!subject.hasObservers)
  }

  @Test func anAsyncSequenceIsIteratedForEachSubscription() async throws {
    let numbers = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    for try await number in numbers.asObservable().values { log.add("\(number)") }
    #expect(log.lines == ["1", "2", "3"])
  }

  @Test func aTaskThatDoesNotWaitIsDoneInsideSubscribe() {
    log.observe(Observable<Int>.task { 1 }, "A")
    log.observe(Observable<Int>.task { throw TestError("net") }, "B")
    #expect(log.lines == ["A 1", "A |", "B #net"])
  }

  @Test func disposingCancelsTheTask() async {
    let (started, finished) = (
      AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Bool.self)
    )
    let subscription = Observable<Int>.task {
      started.continuation.finish()
      try? await Task.sleep(for: .seconds(3_600))
      finished.continuation.yield(Task.isCancelled)
      return 1
    }.subscribe(onNext: { [log] _ in log.add("element") })
    for await _ in started.stream {}
    subscription.dispose()
    for await isCancelled in finished.stream {
      #expect(isCancelled)
      break
    }
    #expect(log.lines.isEmpty)
  }

  @Test func anObservedPropertyIsSentNowAndAfterEveryChange() {
    let scheduler = TestScheduler()
    MainScheduler.with(loop: scheduler) {
      let model = Model()
      let bag = DisposeBag()
      Observable.observing { model.name }
        .subscribe(onNext: { [log] in log.add($0) })
        .disposed(by: bag)
      model.name = "b"
      model.unread = 1
      scheduler.start()
      model.name = "c"
      model.name = "d"
      scheduler.start()
    }
    #expect(log.lines == ["a", "b", "d"])
  }

  @Test func anObservedPropertyIsNotReadAfterTheDisposal() {
    let scheduler = TestScheduler()
    MainScheduler.with(loop: scheduler) {
      let model = Model()
      let subscription = Observable.observing { model.name }
        .subscribe(onNext: { [log] in log.add($0) })
      model.name = "b"
      subscription.dispose()
      scheduler.start()
    }
    #expect(log.lines == ["a"])
  }
}

@Observable private final class Model {
  var name = "a"
  var unread = 0
}
