import Reactive
import ReactiveTesting
import Testing

/// RxSwift's documentation of `using`: a resource whose lifetime is that of the subscription.
struct UsingTests {
  private let log = Log()

  private struct Resource: Disposable {
    let log: Log
    func dispose() { log.add("disposed") }
  }

  private func using(
    _ source: @escaping () throws -> Observable<Int>
  ) -> Observable<Int> {
    Observable.using(
      { () -> Resource in
        log.add("obtained")
        return Resource(log: log)
      }, observableFactory: { _ in try source() })
  }

  @Test func theResourceIsDisposedAfterTheEnd() {
    let source = using { .just(1) }
    log.observe(source, "A")
    log.observe(source, "B")
    #expect(
      log.lines == [
        "obtained", "A 1", "A |", "disposed", "obtained", "B 1", "B |", "disposed",
      ])
  }

  @Test func theResourceIsDisposedAfterAnError() {
    log.observe(using { .error(TestError("net")) }, "A")
    #expect(log.lines == ["obtained", "A #net", "disposed"])
  }

  @Test func theResourceIsDisposedWithTheSubscription() {
    let subject = PublishSubject<Int>()
    let subscription = log.observe(using { subject }, "A")
    subject.onNext(1)
    #expect(log.lines == ["obtained", "A 1"])
    subscription.dispose()
    #expect(log.lines == ["obtained", "A 1", "disposed"])
    #expect(!subject.hasObservers)
  }

  @Test func whatTheFactoriesThrowIsTheError() {
    log.observe(using { throw TestError("sequence") }, "A")
    let failing = Observable<Int>.using(
      { () throws -> Resource in throw TestError("resource") },
      observableFactory: { _ in .just(1) })
    log.observe(failing, "B")
    #expect(log.lines == ["obtained", "A #sequence", "disposed", "B #resource"])
  }
}
