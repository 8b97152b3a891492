import Reactive
import ReactiveTesting
import Testing

/// A user is fetched, in the ways in which input and output are kept apart: see
/// `FromRxToObservation.md` of `SampleViewModels`.
struct UserFetchTests {
  struct User: Equatable {
    let id: Int
  }

  /// A ViewModel as the tests see it.
  private struct Subject {
    let fetch: AnyObserver<Int>
    let user: Observable<User?>
    let owner: AnyObject
  }

  enum Style: CaseIterable {
    case publicRelays, observerAndObservable, protocols, injectedTrigger, method
  }

  private let scheduler = TestScheduler()
  private let log = Log()

  private func make(_ style: Style) -> Subject {
    switch style {
    case .publicRelays:
      let viewModel = PublicRelays()
      return Subject(
        fetch: AnyObserver { event in event.element.map(viewModel.fetchRelay.accept) },
        user: viewModel.userRelay.asObservable(), owner: viewModel)
    case .observerAndObservable:
      let viewModel = ObserverAndObservable()
      return Subject(fetch: viewModel.fetch, user: viewModel.user, owner: viewModel)
    case .protocols:
      let viewModel = ProtocolViewModel()
      return Subject(
        fetch: viewModel.inputs.fetchObserver, user: viewModel.outputs.userObservable,
        owner: viewModel)
    case .injectedTrigger:
      let trigger = PublishSubject<Int>()
      let viewModel = InjectedTrigger(fetchTrigger: trigger)
      return Subject(fetch: AnyObserver(trigger), user: viewModel.user, owner: viewModel)
    case .method:
      let viewModel = Method()
      return Subject(
        fetch: AnyObserver { [unowned viewModel] event in
          event.element.map { viewModel.fetch(userId: $0) }
        }, user: viewModel.user, owner: viewModel)
    }
  }

  private func run(
    _ style: Style, fetches: [(time: Int, id: Int)], observedFrom start: Int = 0
  ) -> [Recorded<Event<User?>>] {
    MainScheduler.with(loop: scheduler) {
      let subject = make(style)
      let observer = scheduler.createObserver(User?.self)
      if start == 0 { _ = subject.user.subscribe(observer) }
      for (time, id) in fetches { scheduler.schedule(at: time) { subject.fetch.onNext(id) } }
      if start > 0 { scheduler.schedule(at: start) { _ = subject.user.subscribe(observer) } }
      scheduler.start()
      return observer.events
    }
  }

  @Test(arguments: Style.allCases)
  func everyFetchArrivesInOrder(_ style: Style) {
    #expect(
      run(style, fetches: [(0, 1), (300, 2), (300, 3)]) == [
        .next(0, nil), .next(1_000, User(id: 1)), .next(1_300, User(id: 2)),
        .next(1_300, User(id: 3)),
      ])
  }

  @Test(arguments: Style.allCases)
  func aLabelShowsEachUser(_ style: Style) {
    MainScheduler.with(loop: scheduler) {
      let subject = make(style)
      let label = Binder<String>(log) { log, text in log.add("\(scheduler.clock) \(text)") }
      let subscription = subject.user
        .map { user -> String in
          guard let user = user else { return "ユーザー情報なし" }
          return "ユーザーID: \(user.id)"
        }
        .bind(to: label)
      subject.fetch.onNext(1)
      scheduler.start()
      subscription.dispose()
    }
    #expect(log.lines == ["0 ユーザー情報なし", "1000 ユーザーID: 1"])
  }

  @Test(arguments: Style.allCases)
  func whoComesLateGetsTheLastUser(_ style: Style) {
    #expect(
      run(style, fetches: [(0, 1), (100, 2)], observedFrom: 2_000) == [
        .next(2_000, User(id: 2))
      ])
  }

  @Test func theObserverDropsStopEvents() {
    MainScheduler.with(loop: scheduler) {
      let viewModel = ObserverAndObservable()
      log.observe(viewModel.user.map { $0?.id ?? 0 }, "user")
      viewModel.fetch.onError(TestError())
      viewModel.fetch.onCompleted()
      scheduler.schedule(at: 20) { viewModel.fetch.onNext(7) }
      scheduler.start()
    }
    #expect(log.lines == ["user 0", "user 7"])
    #expect(scheduler.clock == 1_020)
  }

  @Test func theEndOfTheInjectedTriggerDoesNotEndTheOutput() {
    MainScheduler.with(loop: scheduler) {
      let trigger = scheduler.createHotObservable([
        .next(0, 3), .completed(500), .next(600, 4),
      ])
      let viewModel = InjectedTrigger(fetchTrigger: trigger.asObservable())
      log.observe(viewModel.user.map { $0?.id ?? 0 }, "user")
      scheduler.start()
    }
    #expect(log.lines == ["user 0", "user 3"])
  }

  @Test(arguments: Style.allCases)
  func aReleasedViewModelFetchesNoMore(_ style: Style) {
    MainScheduler.with(loop: scheduler) {
      do {
        let subject = make(style)
        log.observe(subject.user.map { $0?.id ?? 0 }, "user")
        if style != .publicRelays { subject.fetch.onNext(1) }
        scheduler.advance(to: 500)
      }
      scheduler.start()
    }
    #expect(log.lines == ["user 0"])
  }
}

private typealias User = UserFetchTests.User

private final class PublicRelays {
  let fetchRelay = PublishRelay<Int>()
  let userRelay: BehaviorRelay<User?> = .init(value: nil)
  private let bag: DisposeBag = .init()

  init() {
    fetchRelay
      .delay(.seconds(1), scheduler: MainScheduler.instance)
      .map { id -> User? in User(id: id) }
      .bind(to: userRelay)
      .disposed(by: bag)
  }
}

private final class ObserverAndObservable {
  let fetch: AnyObserver<Int>
  let user: Observable<User?>
  private let bag = DisposeBag()

  init() {
    let trigger = PublishRelay<Int>()
    let current = BehaviorRelay<User?>(value: nil)
    fetch = AnyObserver { event in
      guard let id = event.element else { return }
      trigger.accept(id)
    }
    user = current.asObservable()
    bag.insert {
      trigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { User(id: $0) }
        .bind(to: current)
    }
  }
}

// Pattern 2; the article's `inputs` and `outputs` lack the type aliases, and its closure the
// capture list.

private protocol InputsAndOutputs {
  associatedtype Input
  associatedtype Output
  var inputs: Input { get }
  var outputs: Output { get }
}

private protocol FetchInput {
  var fetchObserver: AnyObserver<Int> { get }
}

private protocol UserOutput {
  var userObservable: Observable<User?> { get }
}

private final class ProtocolViewModel: InputsAndOutputs, FetchInput, UserOutput {
  typealias Input = FetchInput
  typealias Output = UserOutput

  var inputs: Input { self }
  var outputs: Output { self }

  let fetchObserver: AnyObserver<Int>
  let userObservable: Observable<User?>

  private let disposeBag: DisposeBag = .init()
  private let _fetchTrigger = PublishRelay<Int>()
  private let _userRelay = BehaviorRelay<User?>(value: nil)

  init() {
    self.fetchObserver = AnyObserver { [_fetchTrigger] event in
      guard let userId = event.element else { return }
      _fetchTrigger.accept(userId)
    }
    self.userObservable = self._userRelay.asObservable()
    self.disposeBag.insert {
      _fetchTrigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { userId -> User? in
          return User(id: userId)
        }
        .bind(to: _userRelay)
    }
  }
}

private final class InjectedTrigger {
  let user: Observable<User?>
  private let current = BehaviorRelay<User?>(value: nil)
  private let bag = DisposeBag()

  init(fetchTrigger: Observable<Int>) {
    user = current.asObservable()
    bag.insert {
      fetchTrigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { id -> User? in User(id: id) }
        .bind(to: current)
    }
  }
}

private final class Method {
  let user: Observable<User?>
  private let trigger = PublishRelay<Int>()
  private let current = BehaviorRelay<User?>(value: nil)
  private let bag = DisposeBag()

  init() {
    user = current.asObservable()
    trigger
      .delay(.seconds(1), scheduler: MainScheduler.instance)
      .map { User(id: $0) }
      .bind(to: current)
      .disposed(by: bag)
  }

  func fetch(userId: Int) { trigger.accept(userId) }
}
