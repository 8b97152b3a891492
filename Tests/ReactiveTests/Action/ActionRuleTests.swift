import Reactive
import ReactiveTesting
import Testing

struct ActionRuleTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  private func after(_ milliseconds: Int, _ element: String) -> Observable<String> {
    Observable<Int>.timer(.milliseconds(milliseconds), scheduler: scheduler).map { _ in element }
  }

  @Test func anInputFromAnElementsObserverIsRefused() {
    let action = Action<Void, String> { [self] in after(100, "A") }
    log.observe(action.elements, "elements") { _ in action.inputs.onNext(()) }
    log.observe(action.errors, "errors")
    log.observe(action.executing, "executing")
    action.inputs.onNext(())
    scheduler.start()
    #expect(
      log.lines == [
        "executing false", "executing true", "elements A", "errors notEnabled", "executing false",
      ])
  }

  @Test func anInputFromAnExecutingObserverOnFalseIsAccepted() {
    var inputs = 0
    let action = Action<Void, String> { [self] in after(100, "A") }
    log.observe(action.elements, "elements")
    log.observe(action.errors, "errors")
    _ = action.executing.skip(1).subscribe(onNext: { isExecuting in
      inputs += 1
      if !isExecuting, inputs < 3 { action.inputs.onNext(()) }
    })
    action.inputs.onNext(())
    scheduler.start()
    #expect(log.lines == ["elements A", "elements A"])
  }

  @Test func workMayHaveManyElements() {
    let action = Action<Void, Int> { [scheduler] in
      Observable<Int>.interval(.milliseconds(100), scheduler: scheduler).take(3).map {
        33 * ($0 + 1)
      }
    }
    log.observe(action.elements, "elements") { [log, scheduler] _ in log.add("\(scheduler.clock)") }
    log.observe(action.executing, "executing")
    action.inputs.onNext(())
    scheduler.start()
    #expect(
      log.lines == [
        "executing false", "executing true", "elements 33", "100", "elements 66", "200",
        "elements 99", "300", "executing false",
      ])
  }

  @Test func workThatNeverEndsIsStoppedInsideTheFactory() {
    let stop = PublishSubject<Void>()
    let action = Action<Void, Int> { Observable.never().take(until: stop) }
    log.observe(action.executing, "executing")
    log.observe(action.errors, "errors")
    action.inputs.onNext(())
    action.inputs.onNext(())
    stop.onNext()
    action.inputs.onNext(())
    #expect(
      log.lines == [
        "executing false", "executing true", "errors notEnabled", "executing false",
        "executing true",
      ])
  }

  /// A cold sequence starts when all observers have the execution. A burst is sent before that, and
  /// its observers get its last element.
  @Test func aColdSequenceWaitsForItsObserversAndABurstDoesNot() {
    let cold = Action<Void, Int> { Observable.of(1, 2, 3) }
    let burst = Action<Void, Int> {
      Observable.create { observer in
        for number in 1...3 { observer.onNext(number) }
        observer.onCompleted()
        return Disposables.create()
      }
    }
    log.observe(cold.elements, "cold")
    log.observe(burst.elements, "burst")
    cold.inputs.onNext(())
    burst.inputs.onNext(())
    #expect(log.lines == ["cold 1", "cold 2", "cold 3", "burst 3"])
  }

  @Test func theFactoryIsNotCalledForARefusedInput() {
    var calls = 0
    let action = Action<Int, Int>(enabledIf: .just(false)) { number in
      calls += 1
      return Observable.just(number)
    }
    action.inputs.onNext(1)
    #expect(calls == 0)
  }

  @Test func anErrorOfEnabledIfEndsTheAction() {
    let enabledIf = PublishSubject<Bool>()
    let action = Action<Int, Int>(enabledIf: enabledIf) { Observable.just($0) }
    log.observe(action.elements, "elements")
    enabledIf.onNext(true)
    action.inputs.onNext(1)
    enabledIf.onError(TestError("net"))
    action.inputs.onNext(2)
    log.observe(action.enabled, "enabled")
    #expect(log.lines.prefix(2) == ["elements 1", "elements #net"])
    #expect(log.lines.last == "enabled #net")
  }

  @Test func theLastValueOfACompletedEnabledIfStaysInForce() {
    let action = Action<Int, Int>(enabledIf: .just(true)) { Observable.just($0) }
    log.observe(action.elements, "elements")
    action.inputs.onNext(1)
    action.inputs.onNext(2)
    #expect(log.lines == ["elements 1", "elements 2"])
  }

  @Test func executeKeepsItsResult() {
    let action = Action<Void, String> { [self] in
      after(100, "A").map { _ in throw TestError("net") }
    }
    let result = action.execute()
    scheduler.start()
    log.observe(result, "result")
    #expect(log.lines == ["result #underlyingError(net)"])
  }

  @Test func executingTwiceFailsTheSecondCallerOnly() {
    let action = Action<String, String> { [self] in after(30, $0) }
    log.observe(action.execute("a"), "first")
    log.observe(action.execute("b"), "second")
    scheduler.start()
    #expect(log.lines == ["second #notEnabled", "first a", "first |"])
  }

  @Test func executeGivesAllElementsOfSynchronousWork() {
    let action = Action<Int, Int> { Observable.of($0, $0 + 1) }
    log.observe(action.execute(1), "a")
    log.observe(action.execute(5), "b")
    #expect(log.lines == ["a 1", "a 2", "a |", "b 5", "b 6", "b |"])
  }

  @Test func disposingTheResultDoesNotStopTheWork() {
    let action = Action<Void, String> { [self] in after(30, "A") }
    log.observe(action.elements, "elements")
    action.execute().subscribe().dispose()
    scheduler.start()
    #expect(log.lines == ["elements A"])
  }

  @Test func workIsSubscribedOnceHoweverManyObserve() {
    var subscriptions = 0
    let action = Action<Void, Int> {
      Observable.deferred {
        subscriptions += 1
        return .just(1)
      }
    }
    for name in ["A", "B"] { log.observe(action.elements, name) }
    action.inputs.onNext(())
    #expect(subscriptions == 1)
    #expect(log.lines == ["A 1", "B 1"])
  }

  @Test func completionsAreOfWorkThatCompletes() {
    let isFailing = BehaviorRelay(value: false)
    let action = CompletableAction<Void> {
      isFailing.value ? Observable.error(TestError("net")) : Observable.empty()
    }
    log.observe(action.completions, "completions")
    log.observe(action.elements, "elements")
    action.inputs.onNext(())
    isFailing.accept(true)
    action.inputs.onNext(())
    #expect(log.lines == ["completions ()"])
  }

  @Test func bindingDoesNotKeepTheAction() {
    let trigger = PublishSubject<Int>()
    var action: Action<Int, Int>? = Action { Observable.just($0) }
    weak let released = action
    if let action { _ = trigger.bind(to: action) }
    action = nil
    #expect(released == nil)
  }

  /// The names of versions 3 to 5 of Action, in the forms in which actions are made.
  @available(*, deprecated)
  @Test func theNamesOfAction() {
    let isValid = BehaviorRelay(value: true)
    let work: Action<Int, String>.WorkFactory = { .just("\($0)") }
    let login = Action(enabledIf: isValid.asObservable(), workFactory: work)
    let trailing = Action<Int, Int>(enabledIf: isValid.asObservable()) { .just($0 + 1) }
    let maybe = Action<Int, Int> { number in Maybe.just(number) }
    let completable = CompletableAction<Int> { _ in Completable.empty() }
    log.observe(login._enabledIf.take(1), "enabledIf")
    log.observe(login.workFactory(1), "workFactory")
    log.observe(completable.completions.map { "done" }, "completions")
    let bag = DisposeBag()
    Observable.of(1).bindTo(login.inputs).addDisposableTo(bag)
    Observable.of(2).bind(to: trailing, inputTransform: { $0 * 10 }).disposed(by: bag)
    for (name, result) in [
      ("login", login.execute(7).asObservable()),
      ("trailing", trailing.execute(7).map(String.init)),
      ("maybe", maybe.execute(7).map(String.init)),
    ] { log.observe(result, name) }
    log.observe(completable.execute(7).map { _ -> String in }, "completable")
    isValid.accept(false)
    log.observe(login.execute(8), "refused")
    #expect(
      log.lines == [
        "enabledIf true", "enabledIf |", "workFactory 1", "workFactory |", "login 7", "login |",
        "trailing 8", "trailing |", "maybe 7", "maybe |", "completions done", "completable |",
        "refused #notEnabled",
      ])
  }

  /// As it is mostly written: nothing but the result says what the work gives.
  @Test func theWorkOfAClosureIsInferred() {
    let action = Action<Int, String> { number in .just("\(number)") }
    let refresh = CocoaAction { _ in return .just(()) }
    var elements: [String] = []
    var refreshes = 0
    let bag = DisposeBag()
    bag.insert {
      action.elements.subscribe(onNext: { elements.append($0) })
      refresh.elements.subscribe(onNext: { refreshes += 1 })
    }
    action.inputs.onNext(7)
    refresh.inputs.onNext(())
    #expect(elements == ["7"])
    #expect(refreshes == 1)
  }
}
