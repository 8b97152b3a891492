@_spi(Host) import Reactive
import ReactiveTesting
import Testing

/// An operator as the laws see it: something that turns numbers into numbers.
nonisolated struct OperatorCase: CustomStringConvertible, Sendable {
  /// Its name.
  let description: String
  /// Whether an error of the source ends it.
  var passesErrors = true
  let apply: @MainActor (Observable<Int>, TestScheduler) -> Observable<Int>

  init(
    _ name: String, passesErrors: Bool = true,
    _ apply: @escaping @MainActor (Observable<Int>, TestScheduler) -> Observable<Int>
  ) {
    description = name
    self.passesErrors = passesErrors
    self.apply = apply
  }
}

/// All operators with one source, and those with several, with the source in each place.
nonisolated let operatorCases = [
  OperatorCase("amb") { source, _ in source.amb(Observable.never()) },
  OperatorCase("asObservable") { source, _ in source.asObservable() },
  OperatorCase("andThen") { source, _ in
    source.ignoreElements().asCompletable().andThen(Observable.just(0))
  },
  OperatorCase("asDriver", passesErrors: false) { source, _ in
    source.asDriver(onErrorJustReturn: 0).asObservable()
  },
  OperatorCase("asMaybe") { source, _ in source.filter { $0 > 50 }.asMaybe().asObservable() },
  OperatorCase("asSignal", passesErrors: false) { source, _ in
    source.asSignal(onErrorJustReturn: 0).asObservable()
  },
  OperatorCase("asSingle") { source, _ in
    source.filter { $0 > 50 }.ifEmpty(default: 0).asSingle().asObservable()
  },
  OperatorCase("buffer") { source, scheduler in
    source.buffer(timeSpan: .milliseconds(50), count: 2, scheduler: scheduler).map(\.count)
  },
  OperatorCase("catch", passesErrors: false) { source, _ in source.catch { _ in .just(0) } },
  OperatorCase("catch, the other") { source, _ in
    Observable.error(TestError()).catch { _ in source }
  },
  OperatorCase("catch(sequence:)") { source, _ in .catch(sequence: [source]) },
  OperatorCase("catchAndReturn", passesErrors: false) { source, _ in source.catchAndReturn(0) },
  OperatorCase("combineLatest, first") { source, _ in
    .combineLatest(source, Observable.just(1)) { $0 + $1 }
  },
  OperatorCase("combineLatest, second") { source, _ in
    .combineLatest(Observable.just(1), source) { $0 + $1 }
  },
  OperatorCase("combineLatest, collection") { source, _ in
    Observable.combineLatest([source, .just(1)]) { $0.reduce(0, +) }
  },
  OperatorCase("compactMap") { source, _ in source.compactMap { $0 } },
  OperatorCase("concat()") { source, _ in Observable.just(source).concat() },
  OperatorCase("concat, first") { source, _ in source.concat(Observable.just(0)) },
  OperatorCase("concat, second") { source, _ in Observable.just(0).concat(source) },
  OperatorCase("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
  OperatorCase("debounce, Combine's") { source, scheduler in
    source.debounce(.milliseconds(5), sendsLast: false, scheduler: scheduler)
  },
  OperatorCase("debug") { source, _ in
    DebugOutput.$write.withValue({ _ in }) { source.filter { $0 > 50 }.debug() }
  },
  OperatorCase("deferred") { source, _ in .deferred { source } },
  OperatorCase("delaySubscription") { source, scheduler in
    source.delaySubscription(.zero, scheduler: scheduler)
  },
  OperatorCase("debounce") { source, scheduler in
    source.debounce(.milliseconds(5), scheduler: scheduler)
  },
  OperatorCase("do, without closures") { source, _ in source.do() },
  OperatorCase("delay") { source, scheduler in
    source.delay(.milliseconds(5), scheduler: scheduler)
  },
  OperatorCase("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
  OperatorCase("do") { source, _ in source.do(onNext: { _ in }) },
  OperatorCase("distinctUntilChanged, key") { source, _ in
    source.distinctUntilChanged { $0 / 2 }
  },
  OperatorCase("distinctUntilChanged(at:)") { source, _ in
    source.distinctUntilChanged(at: \.description)
  },
  OperatorCase("element(at:)") { source, _ in source.element(at: 50) },
  OperatorCase("enumerated") { source, _ in source.enumerated().map(\.element) },
  OperatorCase("filter") { source, _ in source.filter { $0 > 0 } },
  OperatorCase("first") { source, _ in
    source.filter { $0 > 50 }.first().map { $0 ?? 0 }.asObservable()
  },
  OperatorCase("flatMap, outer") { source, _ in source.flatMap { Observable.just($0) } },
  OperatorCase("flatMap, inner") { source, _ in Observable.just(0).flatMap { _ in source } },
  OperatorCase("flatMapFirst, outer") { source, _ in
    source.flatMapFirst { Observable.just($0) }
  },
  OperatorCase("flatMapFirst, inner") { source, _ in
    Observable.just(0).flatMapFirst { _ in source }
  },
  OperatorCase("flatMapLatest, outer") { source, _ in
    source.flatMapLatest { Observable.just($0) }
  },
  OperatorCase("flatMapLatest, inner") { source, _ in
    Observable.just(0).flatMapLatest { _ in source }
  },
  OperatorCase("ifEmpty") { source, _ in source.ifEmpty(default: 0) },
  OperatorCase("ifEmpty, the other") { source, _ in Observable.empty().ifEmpty(switchTo: source) },
  OperatorCase("ignoreElements") { source, _ in source.ignoreElements().map(number) },
  OperatorCase("map") { source, _ in source.map { $0 + 1 } },
  OperatorCase("materialize", passesErrors: false) { source, _ in
    source.materialize().map { $0.element ?? -1 }
  },
  OperatorCase("materialize, dematerialize") { source, _ in
    source.materialize().dematerialize()
  },
  OperatorCase("merge") { source, _ in .merge(.never(), source) },
  OperatorCase("merge(maxConcurrent:)") { source, _ in
    Observable.of(source, .never()).merge(maxConcurrent: 2)
  },
  OperatorCase("merge()") { source, _ in Observable.just(source).merge() },
  OperatorCase("observe(on:)") { source, scheduler in source.observe(on: scheduler) },
  OperatorCase("publish.refCount, forever") { source, _ in source.publish().refCount() },
  OperatorCase("reduce") { source, _ in source.reduce(0, accumulator: +) },
  OperatorCase("retry", passesErrors: false) { source, _ in source.retry() },
  OperatorCase("retry(1)") { source, _ in source.retry(1) },
  OperatorCase("retry(when:)", passesErrors: false) { source, _ in
    source.retry(when: { _ in Observable<Int>.never() })
  },
  OperatorCase("sample, source") { source, _ in source.sample(Observable<Int>.never()) },
  OperatorCase("sample, sampler") { source, _ in Observable.never().sample(source) },
  OperatorCase("scan") { source, _ in source.scan(0, accumulator: +) },
  OperatorCase("scan(into:)") { source, _ in source.scan(into: 0) { $0 += $1 } },
  OperatorCase("share") { source, _ in source.share() },
  OperatorCase("share(replay: 1)") { source, _ in source.share(replay: 1) },
  OperatorCase("share(replay: 2)") { source, _ in source.share(replay: 2) },
  OperatorCase("share(forever)") { source, _ in source.share(replay: 1, scope: .forever) },
  OperatorCase("replay.refCount, forever") { source, _ in source.replay(2).refCount() },
  OperatorCase("single") { source, _ in source.filter { $0 > 50 }.single() },
  OperatorCase("single, predicate") { source, _ in source.single { $0 > 50 } },
  OperatorCase("skip") { source, _ in source.skip(1) },
  OperatorCase("skip(while:)") { source, _ in source.skip(while: { $0 == 1 }) },
  OperatorCase("skip(until:)") { source, _ in source.skip(until: Observable.just(1)) },
  OperatorCase("startWith") { source, _ in source.startWith(0).map { $0 } },
  OperatorCase("subscribe(on:)") { source, scheduler in source.subscribe(on: scheduler) },
  OperatorCase("switchLatest") { source, _ in Observable.just(source).switchLatest() },
  OperatorCase("take") { source, _ in source.take(50) },
  OperatorCase("take(for:)") { source, scheduler in
    source.take(for: .milliseconds(500), scheduler: scheduler)
  },
  OperatorCase("take(until:)") { source, _ in source.take(until: Observable<Int>.never()) },
  OperatorCase("take(until:), predicate") { source, _ in source.take(until: { $0 == 50 }) },
  OperatorCase("take(until:), inclusive") { source, _ in
    source.take(until: { $0 == 50 }, behavior: .inclusive)
  },
  OperatorCase("take(while:)") { source, _ in source.take(while: { $0 < 50 }) },
  OperatorCase("takeLast") { source, _ in source.takeLast(1) },
  OperatorCase("throttle") { source, scheduler in
    source.throttle(.milliseconds(15), scheduler: scheduler)
  },
  OperatorCase("throttle, Combine's") { source, scheduler in
    source.throttle(
      .milliseconds(15), keeping: .first, delaysErrors: false, scheduler: scheduler)
  },
  OperatorCase("throttle(latest: false)") { source, scheduler in
    source.throttle(.milliseconds(15), latest: false, scheduler: scheduler)
  },
  OperatorCase("timeout") { source, scheduler in
    source.timeout(.milliseconds(500), scheduler: scheduler)
  },
  OperatorCase("timeout(other:)") { source, scheduler in
    source.timeout(.milliseconds(500), other: Observable.just(0), scheduler: scheduler)
  },
  OperatorCase("toArray") { source, _ in source.toArray().map(\.count).asObservable() },
  OperatorCase("using") { source, _ in
    .using({ BooleanDisposable() }, observableFactory: { _ in source })
  },
  OperatorCase("withLatestFrom, first") { source, _ in
    source.withLatestFrom(Observable.just(1)) { $0 + $1 }
  },
  OperatorCase("withLatestFrom, second") { source, _ in
    Observable<Int>.never().withLatestFrom(source)
  },
  OperatorCase("withUnretained") { source, scheduler in
    source.withUnretained(scheduler).map { $1 }
  },
  OperatorCase("zip, Combine's") { source, _ in
    .rows(of: source, Observable.from(1...20), keepsAll: true, completion: .exhausted) { $0 + $1 }
  },
  OperatorCase("zip, first") { source, _ in
    .zip(source, Observable.of(1, 2, 3)) { $0 + $1 }
  },
  OperatorCase("zip, second") { source, _ in
    .zip(Observable.of(1, 2, 3), source) { $0 + $1 }
  },
  OperatorCase("zip, collection") { source, _ in
    Observable.zip([source, .from(1...20)]) { $0.reduce(0, +) }
  },
]

private func number(_ none: Never) -> Int {}
