import Reactive
import ReactiveTesting
import Testing

private enum Check: Equatable {
  case empty, checking, taken, good

  var isGood: Bool { self == .good }
}

private protocol Club {
  func check(name: String) -> Observable<Check>
  func check(secret: String) -> Check
  func check(secret: String, repeated: String) -> Check
  func join(name: String, secret: String) -> Single<Bool>
}

/// A form in the shape in which RxCocoa's drivers and signals are taught: the activity indicator is
/// combined like any driver, and a signal takes the latest of a driver.
private final class RegistrationViewModel {
  let nameCheck: Driver<Check>
  let secretCheck: Driver<Check>
  let repeatedCheck: Driver<Check>
  let canJoin: Driver<Bool>
  let joined: Driver<Bool>
  let joining: Driver<Bool>

  init(
    input: (
      name: Driver<String>, secret: Driver<String>, repeated: Driver<String>, taps: Signal<()>
    ),
    dependency: (club: Club, confirm: (Bool) -> Observable<Bool>)
  ) {
    let club = dependency.club

    nameCheck = input.name.flatMapLatest { name in
      club.check(name: name).startWith(.checking).asDriver(onErrorJustReturn: .taken)
    }
    secretCheck = input.secret.map { club.check(secret: $0) }
    repeatedCheck = Driver.combineLatest(
      input.secret, input.repeated, resultSelector: club.check(secret:repeated:))

    let joining = ActivityIndicator()
    self.joining = joining.asDriver()

    let both = Driver.combineLatest(input.name, input.secret) { (name: $0, secret: $1) }
    joined = input.taps.withLatestFrom(both)
      .flatMapLatest { pair in
        club.join(name: pair.name, secret: pair.secret)
          .trackActivity(joining)
          .asDriver(onErrorJustReturn: false)
      }
      .flatMapLatest { isMember -> Driver<Bool> in
        dependency.confirm(isMember).map { _ in isMember }.asDriver(onErrorJustReturn: false)
      }

    canJoin = Driver.combineLatest(nameCheck, secretCheck, repeatedCheck, joining) {
      name, secret, repeated, joining in
      name.isGood && secret.isGood && repeated.isGood && !joining
    }
    .distinctUntilChanged()
  }
}

private struct FakeClub: Club {
  let scheduler: TestScheduler

  func check(name: String) -> Observable<Check> {
    if name.isEmpty { return .just(.empty) }
    return Observable<Int>.timer(.milliseconds(20), scheduler: scheduler)
      .map { _ in name == "ann" ? .taken : .good }
  }

  func check(secret: String) -> Check { secret.count < 3 ? .empty : .good }

  func check(secret: String, repeated: String) -> Check {
    !repeated.isEmpty && secret == repeated ? .good : .empty
  }

  func join(name: String, secret: String) -> Single<Bool> {
    Single<Int>.timer(.milliseconds(50), scheduler: scheduler).map { _ in name == "bob" }
  }
}

struct RegistrationTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  private func note<Element>(_ name: String) -> (Element) -> Void {
    { [log, scheduler] in log.add("\(scheduler.clock) \(name) \($0)") }
  }

  @Test func aFormWithAnActivityIndicator() {
    let (name, secret, repeated) = (
      BehaviorRelay(value: ""), BehaviorRelay(value: ""), BehaviorRelay(value: "")
    )
    let taps = PublishRelay<Void>()
    MainScheduler.with(loop: scheduler) {
      let viewModel = RegistrationViewModel(
        input: (name.asDriver(), secret.asDriver(), repeated.asDriver(), taps.asSignal()),
        dependency: (FakeClub(scheduler: scheduler), { .just($0) }))
      let bag = DisposeBag()
      bag.insert {
        viewModel.nameCheck.drive(onNext: note("name"))
        viewModel.canJoin.drive(onNext: note("can join"))
        viewModel.joining.drive(onNext: note("joining"))
        viewModel.joined.drive(onNext: note("joined"))
      }
      scheduler.schedule(at: 100) { name.accept("ann") }
      scheduler.schedule(at: 200) { name.accept("bob") }
      scheduler.schedule(at: 300) { secret.accept("abc") }
      scheduler.schedule(at: 400) { repeated.accept("abc") }
      scheduler.schedule(at: 500) { taps.accept() }
      scheduler.start()
      withExtendedLifetime(bag) {}
    }
    #expect(
      log.lines == [
        "0 name checking", "0 name empty", "0 can join false", "0 joining false",
        "100 name checking", "120 name taken", "200 name checking", "220 name good",
        "400 can join true", "500 can join false", "500 joining true", "550 joined true",
        "550 can join true", "550 joining false",
      ])
  }

  /// Every form takes the helper where a driver is expected.
  @Test func theIndicatorInEveryPlace() {
    let indicator = ActivityIndicator()
    let other = BehaviorRelay(value: true)
    let bag = DisposeBag()
    bag.insert {
      Driver.combineLatest(indicator, other.asDriver()).drive(onNext: note("pair"))
      Driver.combineLatest([indicator, indicator]).drive(onNext: note("array"))
      Driver.zip(other.asDriver(), indicator) { $0 && $1 }.drive(onNext: note("zip"))
      Driver.merge(indicator, other.asDriver()).drive(onNext: note("merge"))
      other.asDriver().withLatestFrom(indicator).drive(onNext: note("latest"))
      other.asSignal().withLatestFrom(indicator) { $0 || $1 }.emit(onNext: note("both"))
      indicator.distinctUntilChanged().drive(onNext: note("own"))
    }
    #expect(
      log.lines == [
        "0 pair (false, true)", "0 array [false, false]", "0 zip false", "0 merge false",
        "0 merge true", "0 latest false", "0 both true", "0 own false",
      ])
  }
}
