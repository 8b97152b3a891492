import Reactive
import ReactiveTesting
import Testing

struct AsyncSubjectTests {
  private let log = Log()
  private let subject = AsyncSubject<Int>()

  @Test func theLastElementComesWithTheEnd() {
    log.observe(subject, "A")
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.lines == [])
    subject.onCompleted()
    subject.onNext(3)
    log.observe(subject, "B")
    #expect(log.lines == ["A 2", "A |", "B 2", "B |"])
  }

  @Test func anErrorComesAlone() {
    log.observe(subject, "A")
    subject.onNext(1)
    subject.onError(TestError("net"))
    log.observe(subject, "B")
    #expect(log.lines == ["A #net", "B #net"])
  }

  @Test func withoutElementsThereIsOnlyTheEnd() {
    log.observe(subject, "A")
    subject.onCompleted()
    log.observe(subject, "B")
    #expect(log.lines == ["A |", "B |"])
  }

  @Test func whoComesWhileItEndsGetsBoth() {
    log.observe(subject, "A") { [log, subject] _ in log.observe(subject, "B") }
    log.observe(subject, "C")
    subject.onNext(1)
    subject.onCompleted()
    #expect(log.lines == ["A 1", "B 1", "B |", "C 1", "A |", "C |"])
  }

  @Test func disposingForgets() {
    log.observe(subject, "A")
    subject.onNext(1)
    subject.dispose()
    #expect(log.lines == [])
    #expect(!subject.hasObservers && subject.isDisposed)
  }

  /// A function of an app that takes any subject.
  @Test func anySubjectCanBeFed() {
    func feed<Target: SubjectType>(_ target: Target) where Target.Observer.Element == Int {
      target.asObserver().onNext(1)
      target.asObserver().onCompleted()
    }
    let subjects: [Subject<Int>] = [
      AsyncSubject(), BehaviorSubject(value: 0), ReplaySubject.create(bufferSize: 1),
    ]
    for subject in subjects { feed(subject) }
    feed(PublishSubject<Int>())
    for subject in subjects { log.observe(subject, "A") }
    #expect(log.lines == ["A 1", "A |", "A |", "A 1", "A |"])
  }
}
