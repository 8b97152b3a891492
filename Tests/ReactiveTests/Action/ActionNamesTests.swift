import Reactive
import ReactiveTesting
import Testing

/// Action in the ways in which its documentation and apps use it.
struct ActionNamesTests {
  private let log = Log()
  private let library = Library()

  private final class Library {
    let reply = PublishSubject<Bool>()

    func checkEmailExists(_ address: String) -> Observable<Bool> { reply.take(1) }
  }

  @Test func aWorkFactory() {
    let action: Action<String, Bool> = Action(workFactory: { [library] input in
      return library.checkEmailExists(input)
    })
    log.observe(action.elements, "elements")
    log.observe(action.executing, "executing")
    log.observe(action.isExecuting.skip(1), "is executing")
    action.execute("a@b.c")
    library.reply.onNext(true)
    #expect(
      log.lines == [
        "executing false", "executing true", "is executing true", "elements true",
        "executing false", "is executing false",
      ])
  }

  @Test func enabledIfDecidesWhetherInputsAreAccepted() {
    let address = BehaviorSubject(value: "")
    let validEmailAddress = address.map { $0.contains("@") }
    let action: Action<String, Bool> = Action(
      enabledIf: validEmailAddress,
      workFactory: { [library] input in
        return library.checkEmailExists(input)
      })
    log.observe(action.enabled, "enabled")
    log.observe(action.isEnabled.skip(1), "is enabled")
    action.errors
      .subscribe(onNext: { [log] error in
        switch error {
        case .notEnabled: log.add("not enabled")
        case .underlyingError(let error): log.add("underlying \(error)")
        }
      })
      .disposed(by: bag)
    action.underlyingError.subscribe(onNext: { [log] in log.add("error \($0)") }).disposed(by: bag)
    action.execute("")
    address.onNext("a@b.c")
    action.execute("a@b.c")
    library.reply.onError(TestError("net"))
    #expect(
      log.lines == [
        "enabled false", "not enabled", "enabled true", "is enabled true", "enabled false",
        "is enabled false", "underlying net", "error net", "enabled true", "is enabled true",
      ])
  }

  private let bag = DisposeBag()

  /// The result of one execution, as a view awaits it.
  @Test func theResultOfAnExecution() {
    let action = Action<Int, Int> { number in
      number > 0 ? .just(number * 2) : .error(TestError("zero"))
    }
    log.observe(action.execute(2), "two")
    _ = action.execute(0).subscribe(onError: { [log] error in
      guard case ActionError.underlyingError(let reason) = error else { return }
      log.add("failed \(reason)")
    })
    #expect(log.lines == ["two 4", "two |", "failed zero"])
  }

  /// Only while it is enabled, by what it says itself.
  @Test func executedIfEnabled() {
    let isOpen = BehaviorRelay(value: false)
    let action = CocoaAction(enabledIf: isOpen.asObservable()) { [log] in
      log.add("work")
      return .empty()
    }
    let taps = PublishRelay<Void>()
    taps.withLatestFrom(action.enabled).filter { $0 }.map { _ in }
      .bind(to: action.inputs).disposed(by: bag)
    log.observe(action.errors, "errors")
    taps.accept()
    isOpen.accept(true)
    taps.accept()
    #expect(log.lines == ["work"])
  }

  @Test func buttonsAndOtherKindsOfWork() {
    let close = CocoaAction { _ in .just(()) }
    let load = Action<Int, String> { (page: Int) -> Single<String> in .just("page \(page)") }
    let save = CompletableAction<Int> { _ in Completable.empty() }
    log.observe(close.elements, "close")
    log.observe(load.elements, "load")
    log.observe(save.completions, "save")
    Observable.just(()).bind(to: close.inputs).disposed(by: bag)
    Observable.just(7).bind(to: load).disposed(by: bag)
    Observable.just("abc").bind(to: save, inputTransform: { $0.count }).disposed(by: bag)
    load.executionObservables.switchLatest().subscribe(onNext: { [log] in log.add("latest \($0)") })
      .disposed(by: bag)
    load.inputs.onNext(8)
    #expect(
      log.lines == ["close ()", "load page 7", "save ()", "load page 8", "latest page 8"])
  }
}
