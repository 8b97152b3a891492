import Reactive
import ReactiveTesting
import Testing

/// The names of RxSwift 5, beside those of 6.
struct OlderSpellingsTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  @available(*, deprecated)
  private func record(_ name: String) -> [Recorded<Event<Int>>] {
    let source = scheduler.hot("-1-2-3#")
    let other = scheduler.hot("---x")
    return scheduler.record {
      switch name {
      case "catchError": source.catchError { _ in .just(9) }
      case "catchErrorJustReturn": source.catchErrorJustReturn(9)
      case "takeUntil": source.takeUntil(other)
      case "takeUntil(.inclusive)": source.takeUntil(.inclusive) { $0 == 2 }
      case "takeUntil(.exclusive)": source.takeUntil(.exclusive) { $0 == 2 }
      case "takeWhile": source.takeWhile { $0 < 2 }
      case "skipUntil": source.skipUntil(other)
      case "skipWhile": source.skipWhile { $0 < 2 }
      case "elementAt": source.elementAt(1)
      case "observeOn": source.observeOn(MainScheduler.instance)
      case "subscribeOn": source.subscribeOn(CurrentThreadScheduler.instance)
      case "shareReplay": source.shareReplay(1)
      default: source.retryWhen { _ in Observable<Int>.empty() }
      }
    }
  }

  @available(*, deprecated)
  @Test(arguments: [
    ("catchError", "-1-2-3(9|)"), ("catchErrorJustReturn", "-1-2-3(9|)"), ("takeUntil", "-1-(2|)"),
    ("takeUntil(.inclusive)", "-1-(2|)"), ("takeUntil(.exclusive)", "-1-|"), ("takeWhile", "-1-|"),
    ("skipUntil", "-----3#"), ("skipWhile", "---2-3#"), ("elementAt", "---(2|)"),
    ("observeOn", "-1-2-3#"), ("subscribeOn", "-1-2-3#"), ("shareReplay", "-1-2-3#"),
    ("retryWhen", "-1-2-3|"),
  ])
  func olderNamesDoAsTheNewOnes(_ name: String, _ expected: String) {
    #expect(record(name) == marbles(expected))
  }

  /// RxSwift 5: `single(.error(e))`, and `onError` where 6 says `onFailure`.
  @available(*, deprecated)
  @Test func singlesOfVersion5() {
    let request = { (number: Int) in
      Single<Int>.create { single in
        if number > 0 { single(.success(number)) } else { single(.error(TestError("net"))) }
        return Disposables.create()
      }
    }
    for number in [1, 0] {
      _ = request(number).subscribe(
        onSuccess: { log.add("\($0)") }, onError: { log.add("#\($0)") })
    }
    _ = request(0).catchErrorJustReturn(2).subscribe(onSuccess: { log.add("\($0)") })
    _ = request(0).catchError { _ in .just(3) }.observeOn(MainScheduler.instance)
      .subscribe(onSuccess: { log.add("\($0)") })
    var attempts = 0
    _ = Single.deferred {
      attempts += 1
      return request(attempts - 1)
    }
    .retryWhen { $0.map { _ in } }
    .subscribeOn(CurrentThreadScheduler.instance)
    .subscribe(onSuccess: { log.add("again \($0)") })
    #expect(log.lines == ["1", "#net", "2", "3", "again 1"])
  }

  @Test func singlesOfVersion6() {
    for result in [Result<Int, any Error>.success(1), .failure(TestError("net"))] {
      _ = Single<Int>.create { single in
        single(result)
        return Disposables.create()
      }
      .subscribe(onSuccess: { log.add("\($0)") }, onFailure: { log.add("#\($0)") })
    }
    #expect(log.lines == ["1", "#net"])
  }

  @available(*, deprecated)
  @Test func bindToBindsToRelaysAndSubjects() {
    let relay = BehaviorRelay(value: 0)
    let subject = PublishSubject<Int>()
    log.observe(subject, "subject")
    let bag = DisposeBag()
    Observable.just(1).bindTo(relay).disposed(by: bag)
    Observable.just(2).bindTo(subject).addDisposableTo(bag)
    #expect(relay.value == 1)
    #expect(log.lines == ["subject 2", "subject |"])
  }
}
