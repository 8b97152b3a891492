import Reactive
import ReactiveTesting
import Testing

/// An element that is replaced may run code when it is released. The new one is in its place by
/// then, whole: what is remembered of a sequence is never seen half replaced.
struct StoredTests {
  private let log = Log()

  /// An element of two objects. Its release runs a closure, once.
  private struct Pair {
    let first: Part
    let second: Part

    init(_ name: String, onRelease: @escaping @MainActor () -> Void = {}) {
      first = Part(name, onRelease)
      second = Part(name, {})
    }

    var names: String { first.name + second.name }
  }

  private final class Part {
    let name: String
    private let onRelease: @MainActor () -> Void

    init(_ name: String, _ onRelease: @escaping @MainActor () -> Void) {
      self.name = name
      self.onRelease = onRelease
    }

    isolated deinit { onRelease() }
  }

  @Test func aRelayReleasesItsValueAfterItHasTheNewOne() {
    let relay = BehaviorRelay(value: Pair("0"))
    relay.accept(
      Pair("a") { [log] in
        log.add(relay.value.names)
        if relay.value.names == "bb" { relay.accept(Pair("c")) }
      })
    relay.accept(Pair("b"))
    #expect(log.lines == ["bb"])
    #expect(relay.value.names == "cc")
  }

  @Test func aSharedSequence() {
    let source = PublishSubject<Pair>()
    let shared = source.share(replay: 1)
    let connection = shared.subscribe(onNext: { _ in })
    source.onNext(
      Pair("a") { [log] in
        shared.subscribe(onNext: { log.add($0.names) }).dispose()
      })
    source.onNext(Pair("b"))
    #expect(log.lines == ["bb"])
    connection.dispose()
  }

  @Test func combineLatestReleasesItsElementAfterItHasTheNewOne() {
    let (left, right) = (PublishSubject<Pair>(), BehaviorRelay(value: 0))
    let rows = Observable.combineLatest(left, right) { "\($0.names)\($1)" }
    let connection = rows.subscribe(onNext: { [log] in log.add($0) })
    left.onNext(Pair("a") { right.accept(1) })
    left.onNext(Pair("b"))
    #expect(log.lines == ["aa0", "bb1", "bb1"])
    connection.dispose()
  }

  @Test func aReplayedSequence() {
    let source = ReplaySubject<Pair>.create(bufferSize: 1)
    source.onNext(
      Pair("a") { [log] in
        source.subscribe(onNext: { log.add($0.names) }).dispose()
      })
    source.onNext(Pair("b"))
    #expect(log.lines == ["bb"])
  }

  /// The release of the oldest of two sends another one: of the last two, one is that.
  @Test func aReplayedSequenceThatIsSentToMeanwhile() {
    let source = ReplaySubject<Pair>.create(bufferSize: 2)
    let connection = source.subscribe(onNext: { [log] in log.add("live " + $0.names) })
    source.onNext(Pair("a") { source.onNext(Pair("d")) })
    for name in ["b", "c"] { source.onNext(Pair(name)) }
    #expect(log.lines == ["live aa", "live bb", "live dd", "live cc"])
    source.subscribe(onNext: { [log] in log.add($0.names) }).dispose()
    #expect(log.lines.suffix(2) == ["cc", "dd"])
    connection.dispose()
  }

  /// What waits, or was sent last, is replaced by "b": released, "a" sends "c".
  @Test(arguments: [
    (0, ["cc"]), (1, ["00", "cc"]), (2, ["cc"]), (3, ["cc"]), (4, ["aa", "cc", "bb"]),
    (5, ["aa", "cc", "bb"]),
  ])
  func anOperatorReleasesItsElementAfterItHasTheNewOne(_ number: Int, _ expected: [String]) {
    let (source, sampler) = (PublishSubject<Pair>(), PublishSubject<Int>())
    let (time, scheduler) = (Duration.milliseconds(10), TestScheduler())
    let operators = [
      source.debounce(time, scheduler: scheduler),
      source.startWith(Pair("0")).throttle(time, scheduler: scheduler),
      source.sample(sampler),
      sampler.withLatestFrom(source),
      source.scan(Pair("0")) { $1 },
      source.distinctUntilChanged { $0.names == $1.names },
    ]
    let connection = operators[number].subscribe(onNext: { [log] in log.add($0.names) })
    source.onNext(Pair("a") { source.onNext(Pair("c")) })
    source.onNext(Pair("b"))
    sampler.onNext(1)
    scheduler.start()
    #expect(log.lines == expected)
    connection.dispose()
  }

  @Test func theLastElementOfAnAsyncSubject() {
    let subject = AsyncSubject<Pair>()
    let connection = subject.subscribe(onNext: { [log] in log.add($0.names) })
    subject.onNext(Pair("a") { subject.onNext(Pair("c")) })
    subject.onNext(Pair("b"))
    subject.onCompleted()
    #expect(log.lines == ["cc"])
    connection.dispose()
  }

  /// What a subject keeps is released when it is disposed already: it takes nothing more, and has
  /// no observer.
  @Test(arguments: [0, 1, 2])
  func aSubjectThatIsSentToWhileItForgets(_ kind: Int) {
    let subject: Subject<Pair> =
      [ReplaySubject.create(bufferSize: 3), AsyncSubject(), BehaviorSubject(value: Pair("0"))][kind]
    let connection = subject.subscribe(onNext: { [log] in log.add($0.names) })
    for name in ["a", "b", "c", "d"] { subject.onNext(Pair(name)) }
    subject.onNext(
      Pair("e") { [log] in
        subject.onNext(Pair("f"))
        log.observe(subject.map(\.names), "S")
      })
    let sent = log.lines.count
    subject.dispose()
    #expect(log.lines.dropFirst(sent).map { $0.prefix(3) } == ["S #"])
    connection.dispose()
  }
}
