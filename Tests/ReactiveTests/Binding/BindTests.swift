import Reactive
import ReactiveTesting
import Testing

struct BindTests {
  private let source = PublishSubject<Int>()
  private let log = Log()

  @Test func relaysTakeElementsAndOutliveTheSource() {
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
    log.observe(publish, "P")
    _ = source.bind(to: publish)
    _ = source.bind(to: behavior)
    source.onNext(1)
    source.onCompleted()
    publish.accept(2)
    #expect(log.lines == ["P 1", "P 2"])
    #expect(behavior.value == 1)
  }

  @Test func relaysAndObserversOfOptionals() {
    let relay = BehaviorRelay<Int?>(value: nil)
    var events: [Event<Int?>] = []
    _ = source.bind(to: relay)
    _ = source.bind(to: AnyObserver<Int?> { events.append($0) })
    source.onNext(1)
    source.onCompleted()
    #expect(relay.value == 1)
    #expect(events == [.next(1), .completed])
    let literal = BehaviorRelay<Int?>(value: nil)
    _ = Observable.just(1).bind(to: literal)
    #expect(literal.value == 1)
  }

  @Test func severalAtOnce() {
    let (a, b) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
    _ = source.bind(to: a, b)
    source.onNext(1)
    #expect((a.value, b.value) == (1, 1))
  }

  @Test func aSubjectThatIsBoundToEndsWithWhatIsBound() {
    let subject = PublishSubject<Int>()
    log.observe(subject, "foos")
    _ = source.bind(to: subject)
    source.onNext(1)
    source.onError(TestError("net"))
    log.observe(subject, "foos2")
    #expect(log.lines == ["foos 1", "foos #net", "foos2 #net"])
  }

  @Test func anErrorGoesToTheScopeInWhichTheBindingWasMade() {
    let scope = BindingScope { log.add("scope \($0)") }
    let relay = PublishRelay<Int>()
    scope.run {
      _ = source.bind(to: relay)
      _ = source.bind(onNext: { _ in })
      _ = source.bind(to: Binder(log) { _, _ in })
      _ = source.subscribe(onNext: { _ in })
      _ = source.subscribe(onError: { log.add("handled \($0)") })
    }
    #expect(BindingScope.current == nil)
    source.onError(TestError("net"))
    #expect(log.lines == ["scope net", "scope net", "scope net", "scope net", "handled net"])
  }

  @Test func scopesAreRestored() {
    let (outer, inner) = (BindingScope { _ in }, BindingScope { _ in })
    outer.run {
      inner.run { #expect(BindingScope.current === inner) }
      #expect(BindingScope.current === outer)
    }
  }

  @Test func laterWorkOfTheMainSchedulerRunsInTheScopeThatPutItThere() {
    let scheduler = TestScheduler()
    let scope = BindingScope { _ in }
    var seen: BindingScope?
    MainScheduler.with(loop: scheduler) {
      scope.run {
        _ = MainScheduler.instance.schedule(after: .seconds(1)) { seen = BindingScope.current }
      }
    }
    scheduler.start()
    #expect(seen === scope)
  }

  @Test func aBinderIgnoresElementsWhenItsTargetIsGone() {
    var target: Log? = Log()
    var count = 0
    let binder = target.map { Binder($0) { (_: Log, _: Int) in count += 1 } }
    binder?.onNext(1)
    binder?.onCompleted()
    binder?.onNext(2)
    target = nil
    binder?.onNext(3)
    #expect(count == 2)
  }

  @Test func aClosureThatRunsAfterTheEndOfASubscription() {
    _ = source.subscribe(
      onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
    source.onCompleted()
    let other = Observable<Int>.never().subscribe(onDisposed: { log.add("disposed") })
    other.dispose()
    other.dispose()
    #expect(log.lines == ["completed", "disposed", "disposed"])
  }
}
