import Reactive
import ReactiveTesting
import Testing

/// What an operator of infallible sequences alone makes of `-1-2-3-|`.
nonisolated private struct InfallibleCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let expected: String
  let apply: @MainActor (Infallible<Int>, TestScheduler) -> Infallible<Int>

  init(
    _ name: String, _ expected: String,
    _ apply: @escaping @MainActor (Infallible<Int>, TestScheduler) -> Infallible<Int>
  ) {
    testDescription = name
    self.expected = expected
    self.apply = apply
  }
}

nonisolated private let infallibleCases = [
  InfallibleCase("map", "-2-3-4-|") { source, _ in source.map { $0 + 1 } },
  InfallibleCase("take", "-1-(2|)") { source, _ in source.take(2) },
  InfallibleCase("take(for:)", "-1-2|") { source, clock in
    source.take(for: .milliseconds(40), scheduler: clock)
  },
  InfallibleCase("take(while:)", "-1-|") { source, _ in source.take(while: { $0 < 2 }) },
  InfallibleCase("take(until:), predicate", "-1-2-|") { source, _ in
    source.take(until: { $0 == 3 })
  },
  InfallibleCase("take(until:), inclusive", "-1-2-(3|)") { source, _ in
    source.take(until: { $0 == 3 }, behavior: .inclusive)
  },
  InfallibleCase("take(until:)", "-1-2|") { source, clock in
    source.take(until: Infallible.just(0).delay(.milliseconds(40), scheduler: clock))
  },
  InfallibleCase("skip(while:)", "---2-3-|") { source, _ in source.skip { $0 < 2 } },
  InfallibleCase("skip(until:)", "---2-3-|") { source, clock in
    source.skip(until: Infallible.just(0).delay(.milliseconds(20), scheduler: clock))
  },
  InfallibleCase("take(until:), a relay", "-1-2-3-|") { source, _ in
    source.take(until: PublishRelay<Void>())
  },
  InfallibleCase("take(until:), that fails", "-1-2-3-|") { source, _ in
    source.take(until: Observable<Int>.error(TestError()))
  },
  InfallibleCase("skip(until:), that fails", "--------") { source, _ in
    source.skip(until: Observable<Int>.error(TestError()))
  },
  InfallibleCase("concat", "-1-2-3-(9|)") { source, _ in source.concat(.just(9)) },
  InfallibleCase("ifEmpty", "-------(9|)") { source, _ in
    source.filter { $0 > 3 }.ifEmpty(default: 9)
  },
  InfallibleCase("share", "-1-2-3-|") { source, _ in source.share(replay: 1) },
  InfallibleCase("delay", "--1-2-3-|") { source, clock in
    source.delay(.milliseconds(10), scheduler: clock)
  },
  InfallibleCase("debounce", "--1-2-3|") { source, clock in
    source.debounce(.milliseconds(10), scheduler: clock)
  },
  InfallibleCase("throttle", "-1---3-|") { source, clock in
    source.throttle(.milliseconds(30), latest: false, scheduler: clock)
  },
  InfallibleCase("flatMap", "-1-2-3-|") { source, _ in source.flatMap { Infallible.just($0) } },
  InfallibleCase("merge", "-1-2-3-|") { source, _ in .merge(source, .empty()) },
  InfallibleCase("combineLatest", "-2-3-4-|") { source, _ in
    .combineLatest(source, Infallible.just(1)) { $0 + $1 }
  },
  InfallibleCase("asInfallible", "-1-2-3-|") { source, _ in
    source.asDriver().asSignal(onErrorJustReturn: 0).asInfallible()
  },
  InfallibleCase("asSignal", "-1-2-3-|") { source, _ in source.asSignal().asInfallible() },
]

struct InfallibleTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  @Test(arguments: infallibleCases)
  fileprivate func anOperator(_ operation: InfallibleCase) {
    let source = scheduler.cold("-1-2-3-|")
    let sequence = operation.apply(
      source.asInfallible(onErrorFallbackTo: .empty()), scheduler)
    #expect(scheduler.record { sequence } == marbles(operation.expected))
  }

  /// Unlike a driver, and like the sequence that it was made of.
  @Test func nothingIsShared() {
    let source = scheduler.cold("-1|")
    let sequence = source.asInfallible(onErrorJustReturn: 0)
    let (a, b) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    scheduler.schedule(at: 0) { _ = sequence.bind(to: a) }
    scheduler.schedule(at: 5) { _ = sequence.bind(to: b) }
    scheduler.start()
    #expect(a.events == [.next(10, 1), .completed(20)])
    #expect(b.events == [.next(15, 1), .completed(25)])
    #expect(source.subscriptions == [Subscription(0, 20), Subscription(5, 25)])
  }

  @Test func errorsAreReplaced() {
    let failing = Observable<Int>.error(TestError("net"))
    log.observe(failing.asInfallible(onErrorJustReturn: 7), "element")
    log.observe(failing.asInfallible(onErrorFallbackTo: .of(8, 9)), "other")
    log.observe(failing.asInfallible { .just("\($0)".count) }, "recovered")
    #expect(
      log.lines == [
        "element 7", "element |", "other 8", "other 9", "other |", "recovered 3", "recovered |",
      ])
  }

  @Test func aClosureMakesOne() {
    let made = Infallible<Int>.create { observer in
      observer(.next(1))
      observer(.completed)
      observer(.next(2))
      return Disposables.create { [log] in log.add("disposed") }
    }
    _ = made.subscribe(
      onNext: { log.add("\($0)") }, onCompleted: { log.add("|") }, onDisposed: { log.add("over") })
    _ = made.subscribe { (event: InfallibleEvent<Int>) in
      switch event {
      case .next(let element): log.add("next \(element)")
      case .completed: log.add("completed")
      }
    }
    #expect(log.lines.filter { $0 != "disposed" } == ["1", "|", "over", "next 1", "completed"])
    #expect(log.lines.count { $0 == "disposed" } == 2)
  }

  @Test func anInfallibleBindsToRelaysSubjectsAndObjects() {
    let relay = PublishRelay<Int>()
    let (last, optional) = (BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil))
    let (subject, optionals) = (PublishSubject<Int>(), PublishSubject<Int?>())
    var object: Log? = Log()
    weak let released = object
    log.observe(subject, "subject")
    log.observe(optionals, "optionals")
    let infallible = relay.asInfallible()
    let bag = DisposeBag()
    bag.insert {
      infallible.bind(to: last)
      infallible.bind(to: optional)
      infallible.bind(to: subject)
      infallible.bind(to: optionals)
      infallible.bind(onNext: { [log] in log.add("closure \($0)") })
      infallible.asDriver().drive(onNext: { [log] in log.add("driver \($0)") })
    }
    if let object {
      infallible.bind(with: object) { [log] _, element in log.add("object \(element)") }
        .disposed(by: bag)
      infallible.subscribe(
        with: object,
        onNext: { [log] in
          log.add("with \($1)"); _ = $0
        }
      )
      .disposed(by: bag)
    }
    relay.accept(1)
    object = nil
    #expect(released == nil)
    relay.accept(2)
    #expect((last.value, optional.value) == (2, 2))
    #expect(
      log.lines == [
        "subject 1", "optionals Optional(1)", "closure 1", "driver 1", "object 1", "with 1",
        "subject 2", "optionals Optional(2)", "closure 2", "driver 2",
      ])
  }

  /// `just` goes through a scheduler if there is one.
  @Test func aSchedulerSendsIt() {
    for (sequence, expected) in [
      (Infallible.just(1, scheduler: scheduler), [1]),
      (.of(1, 2, scheduler: scheduler), [1, 2]),
      (.from(1...3, scheduler: scheduler), [1, 2, 3]),
    ] {
      let observer = scheduler.createObserver(Int.self)
      _ = sequence.bind(to: observer)
      #expect(observer.events == [])
      scheduler.start()
      #expect(observer.elements == expected)
    }
  }

  /// Functions of an app that take any of them.
  @Test func anExtensionOfTheProtocol() {
    log.observe(Infallible.of(1, 2).doubled(), "A")
    #expect(log.lines == ["A 2", "A 4", "A |"])
  }
}

extension InfallibleType where Element == Int {
  fileprivate func doubled() -> Infallible<Int> { map { $0 * 2 } }
}
