import Foundation
import Reactive

// View models in the ways in which apps write them with RxSwift 5 and 6, RxCocoa and Action, to
// show that they compile with another import. They do nothing sensible; what the operators do is
// tested beside.

private struct Repo: Decodable, Equatable { let id: Int; let name: String }
private protocol API {
  func search(_ q: String, page: Int) -> Single<[Repo]>; func save(_ r: Repo) -> Completable;
  func find(_ id: Int) -> Maybe<Repo>
}
private enum VMError: LocalizedError { case invalid; var errorDescription: String? { "x" } }

private final class SearchVM {
  struct Input {
    let text: Observable<String>; let tap: Signal<Void>; let selected: Observable<IndexPath>;
    let next: Driver<Void>
  }
  struct Output {
    let repos: Driver<[Repo]>; let loading: Driver<Bool>; let error: Signal<String>;
    let title: Observable<String>; let canSubmit: Driver<Bool>
  }
  private let api: API
  private let disposeBag = DisposeBag()
  private let reposRelay = BehaviorRelay<[Repo]>(value: [])
  private let errorRelay = PublishRelay<String>()
  private let page = BehaviorRelay<Int>(value: 1)
  private let subject = ReplaySubject<Int>.create(bufferSize: 1)
  lazy var repos: Observable<[Repo]> = reposRelay.asObservable()
  var current: [Repo] { reposRelay.value }
  init(api: API) { self.api = api }
  func transform(_ input: Input) -> Output {
    let loading = PublishSubject<Bool>()
    let query = input.text
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .distinctUntilChanged()
      .filter { !$0.isEmpty }
      .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
      .share(replay: 1, scope: .whileConnected)
    query
      .do(onNext: { _ in loading.onNext(true) })
      .flatMapLatest { [weak self] q -> Observable<Event<[Repo]>> in
        guard let self = self else { return .empty() }
        return self.api.search(q, page: self.page.value).asObservable().materialize()
      }
      .do(onNext: { _ in loading.onNext(false) })
      .subscribe(onNext: { [weak self] event in
        switch event {
        case .next(let repos): self?.reposRelay.accept(repos)
        case .error(let error): self?.errorRelay.accept(error.localizedDescription)
        case .completed: break
        }
      })
      .disposed(by: disposeBag)
    query
      .withUnretained(self)
      .flatMapLatest { owner, q in owner.api.search(q, page: 1).catchAndReturn([]) }
      .bind(to: reposRelay)
      .disposed(by: disposeBag)
    input.next.drive(onNext: { [unowned self] in self.page.accept(self.page.value + 1) }).disposed(
      by: disposeBag)
    input.next.withLatestFrom(page.asDriver()).map { $0 + 1 }.drive(page).disposed(by: disposeBag)
    input.tap.emit(with: self) { vm, _ in vm.page.accept(1) }.disposed(by: disposeBag)
    input.tap.asObservable().withLatestFrom(query).flatMapFirst { [api] q in
      api.search(q, page: 1).asObservable().catchAndReturn([])
    }
    .observe(on: MainScheduler.asyncInstance)
    .bind(with: self) { vm, r in vm.reposRelay.accept(r) }.disposed(by: disposeBag)
    let selected = input.selected.withLatestFrom(reposRelay) { indexPath, repos in repos[0] }
    selected.subscribe(with: self, onNext: { owner, repo in owner.subject.onNext(repo.id) })
      .disposed(by: disposeBag)
    selected.flatMap { [api] repo in api.save(repo).andThen(Observable.just(repo)) }.subscribe()
      .disposed(by: disposeBag)
    selected.flatMap { [api] repo -> Single<Void> in api.save(repo).andThen(.just(())) }.subscribe(
      onNext: {}).disposed(by: disposeBag)
    selected.concatMap { [api] repo in api.find(repo.id) }.subscribe(
      onNext: { _ in }, onError: { print($0) }, onCompleted: nil, onDisposed: nil
    ).disposed(by: disposeBag)
    api.find(1).subscribe(onSuccess: { _ in }, onError: { _ in }, onCompleted: {}).disposed(
      by: disposeBag)
    api.save(Repo(id: 1, name: "")).subscribe(onCompleted: {}, onError: { _ in }).disposed(
      by: disposeBag)
    api.save(Repo(id: 1, name: "")).subscribe { event in
      switch event {
      case .completed: break;
      case .error(let e): print(e)
      }
    }.disposed(by: disposeBag)
    api.search("", page: 1).subscribe { result in
      switch result {
      case .success(let r): print(r);
      case .failure(let e): print(e)
      }
    }.disposed(by: disposeBag)
    api.find(1).subscribe { event in
      switch event {
      case .success: break;
      case .error: break;
      case .completed: break
      }
    }.disposed(by: disposeBag)
    let canSubmit = Driver.combineLatest(input.next.map { true }.startWith(false), page.asDriver())
    { $0 && $1 > 0 }
    let both = Observable.combineLatest(query, page)
    both.map { q, p in "\(q) \(p)" }.subscribe(onNext: { print($0) }).disposed(by: disposeBag)
    Observable.combineLatest(query, page) { ($0, $1) }.skip(1).take(3).subscribe().disposed(
      by: disposeBag)
    Observable.zip(query, page.skip(1)).subscribe(onNext: { q, p in print(q, p) }).disposed(
      by: disposeBag)
    Observable.merge([query, query]).subscribe().disposed(by: disposeBag)
    Observable.of(query, query).merge().subscribe().disposed(by: disposeBag)
    Observable.zip([api.search("", page: 1).asObservable(), .just([])]).map { $0.flatMap { $0 } }
      .subscribe().disposed(by: disposeBag)
    Single.zip(api.search("", page: 1), api.search("", page: 2)) { $0 + $1 }.subscribe(onSuccess: {
      _ in
    }).disposed(by: disposeBag)
    Single.zip(api.search("", page: 1), api.search("", page: 2)).map { a, b in a + b }.subscribe(
      onSuccess: { _ in }).disposed(by: disposeBag)
    Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).take(while: { $0 < 3 })
      .take(until: query).subscribe().disposed(by: disposeBag)
    Observable<Int>.timer(.seconds(1), period: .seconds(2), scheduler: MainScheduler.instance)
      .subscribe().disposed(by: disposeBag)
    query.map(Optional.init).compactMap { $0 }.scan(into: [String]()) { $0.append($1) }.subscribe()
      .disposed(by: disposeBag)
    query.reduce("") { $0 + $1 }.subscribe().disposed(by: disposeBag)
    query.toArray().subscribe(onSuccess: { _ in }).disposed(by: disposeBag)
    query.take(1).asSingle().subscribe(onSuccess: { _ in }, onFailure: { _ in }).disposed(
      by: disposeBag)
    query.buffer(timeSpan: .seconds(1), count: 2, scheduler: MainScheduler.instance).filter {
      !$0.isEmpty
    }.subscribe().disposed(by: disposeBag)
    query.enumerated().map { index, text in "\(index)\(text)" }.subscribe().disposed(by: disposeBag)
    query.startWith("").pairwise().subscribe().disposed(by: disposeBag)
    query.map { Int($0) }.catch { error in .just(nil) }.retry(3).subscribe().disposed(
      by: disposeBag)
    query.retry { errors in
      errors.enumerated().flatMap { attempt, error -> Observable<Int> in
        attempt > 3 ? .error(error) : .timer(.seconds(attempt), scheduler: MainScheduler.instance)
      }
    }.subscribe().disposed(by: disposeBag)
    query.timeout(.seconds(3), scheduler: MainScheduler.instance).subscribe().disposed(
      by: disposeBag)
    query.ifEmpty(default: "").single().subscribe().disposed(by: disposeBag)
    let e = errorRelay.asSignal()
    let title = Observable.just("a").concat(Observable.just("b"))
    _ = Observable.deferred { Observable.just(1) }
    _ = Observable<Int>.generate(initialState: 0, condition: { $0 < 3 }, iterate: { $0 + 1 })
    _ = Observable.repeatElement(1).take(3)
    _ = Observable<Int>.range(start: 0, count: 3)
    _ = title.ignoreElements().asCompletable()
    _ = Completable.zip(api.save(Repo(id: 1, name: "")), api.save(Repo(id: 2, name: "")))
    _ = Completable.deferred { .empty() }
    _ = Observable<Void>.just(())
    _ = reposRelay.map(\.count).distinctUntilChanged().asDriver(onErrorJustReturn: 0)
    _ = reposRelay.distinctUntilChanged().asDriver(onErrorJustReturn: [])
    _ = reposRelay.asDriver().map { $0.isEmpty }.distinctUntilChanged()
    _ = query.asDriver(onErrorDriveWith: .empty()).debounce(.milliseconds(1)).throttle(.seconds(1))
      .flatMapLatest { [api] in api.search($0, page: 1).asDriver(onErrorJustReturn: []) }
    return Output(
      repos: reposRelay.asDriver(), loading: loading.asDriver(onErrorJustReturn: false), error: e,
      title: title, canSubmit: canSubmit)
  }
}
extension ObservableType {
  fileprivate func unwrap<T>() -> Observable<T> where Element == T? { compactMap { $0 } }
  fileprivate func pairwise() -> Observable<(Element, Element)> {
    Observable.zip(self, self.skip(1))
  }
}
extension Observable where Element == Bool { fileprivate func not() -> Observable<Bool> { map(!) } }
extension PrimitiveSequence where Trait == SingleTrait {
  fileprivate func asyncVoid() -> Single<Void> { map { _ in () } }
}
extension PrimitiveSequenceType where Trait == SingleTrait {
  fileprivate func foo() -> Single<Element> { primitiveSequence.map { $0 } }
}
private final class LoginVM {
  let email = BehaviorSubject<String>(value: "")
  let password = BehaviorSubject(value: "")
  lazy var loginAction: Action<(String, String), Bool> = Action(enabledIf: valid) {
    [unowned self] email, password in self.login(email, password)
  }
  lazy var logout = CocoaAction { .just(()) }
  lazy var save = CompletableAction<Int> { _ in Completable.empty() }
  var valid: Observable<Bool> {
    Observable.combineLatest(email, password) { !$0.isEmpty && $1.count > 3 }
  }
  let bag = DisposeBag()
  func login(_ e: String, _ p: String) -> Observable<Bool> { .just(true) }
  init() {
    loginAction.errors.subscribe(onNext: { error in
      if case let .underlyingError(e) = error { print(e) }
      if case .notEnabled = error {}
    }).disposed(by: bag)
    loginAction.executionObservables.switchLatest().subscribe().disposed(by: bag)
    loginAction.executing.asDriver(onErrorJustReturn: false).drive().disposed(by: bag)
    loginAction.execute(("a", "b")).subscribe().disposed(by: bag)
    logout.execute().subscribe().disposed(by: bag)
    logout.execute(()).subscribe().disposed(by: bag)
    save.completions.subscribe().disposed(by: bag)
    Observable.just(1).bind(to: save.inputs).disposed(by: bag)
    loginAction.inputs.onNext(("a", "b"))
    try? print(email.value())
    email.onNext("x"); email.on(.next("y"))
    let sd = SerialDisposable(); sd.disposable = Disposables.create {}
    let cd = CompositeDisposable(); _ = cd.insert(Disposables.create()); cd.disposed(by: bag)
    bag.insert(email.subscribe(), password.subscribe())
  }
}
private final class Timing {
  let scheduler: SchedulerType
  let bag = DisposeBag()
  init(scheduler: SchedulerType = MainScheduler.instance) {
    self.scheduler = scheduler
    Observable.just(1).delay(.seconds(1), scheduler: scheduler).subscribe().disposed(by: bag)
    Observable.just(1).throttle(
      .milliseconds(500), latest: false, scheduler: ConcurrentDispatchQueueScheduler(qos: .default)
    ).subscribe().disposed(by: bag)
    let i: RxTimeInterval = .milliseconds(3); _ = i
    Observable.just(1).debug("x", trimOutput: true).subscribe().disposed(by: bag)
    Observable.just(1).debug().subscribe { event in print(event.element ?? 0) }.disposed(by: bag)
    Observable.just(1).subscribe { print($0) }.disposed(by: bag)
    Observable<Int>.error(VMError.invalid).subscribe(onError: { _ in }).disposed(by: bag)
  }
}

private func tuples(
  _ a: Observable<Int>, _ b: BehaviorRelay<String>, _ c: PublishSubject<Int?>, _ d: Driver<Int>,
  _ s: Single<Int>
) -> [any Disposable] {
  [
    Observable.zip(a, b).subscribe(onNext: { print($0.0, $0.1) }),
    Observable.zip(a, b).map(\.1).subscribe(),
    Observable.combineLatest(a, b).filter { $0.0 > 1 }.map { $0.1 }.subscribe(),
    Observable.combineLatest(a, b, c).observe(on: MainScheduler.instance)
      .subscribe(onNext: { x, y, z in print(x, y, z as Any) }),
    Observable.combineLatest(a, b, c).observe(on: MainScheduler.instance)
      .subscribe(onNext: { print($0.0, $0.1, $0.2 as Any) }),
    Observable.combineLatest(a, b).distinctUntilChanged { $0.0 == $1.0 }.subscribe { print($0) },
    Observable.combineLatest(a, b) { $0 + $1.count }.subscribe { print($0) },
    Driver.combineLatest(d, d).drive(onNext: { x, y in print(x, y) }),
    Driver.combineLatest(d, d).drive(onNext: { print($0.0, $0.1) }),
    Driver.combineLatest(d, d).map { $0 + $1 }.drive(),
    Single.zip(s, s).subscribe(onSuccess: { print($0.0, $0.1) }),
    Single.zip(s, s) { ($0, $1) }.subscribe(onSuccess: { print($0.0, $0.1) }),
    a.withLatestFrom(Observable.combineLatest(b, c)) { ($0, $1.0, $1.1) }.map { $0.1 }.subscribe(),
    d.withLatestFrom(Driver.combineLatest(d, d)).map { $0.0 }.drive(),
  ]
}
