import Reactive
import ReactiveTesting
import Testing

/// What an error does to a pipeline: see `WhatAnErrorEnds.md` of `SampleViewModels`.
struct RefreshTests {
  typealias Reply = (latency: Int, result: Result<String, TestError>)

  private let scheduler = TestScheduler()
  private let log = Log()
  private let refresh = PublishSubject<Void>()
  private let foos = PublishSubject<String>()
  private let errors = PublishSubject<any Error>()
  private let bag = DisposeBag()

  private func line(_ text: String) { log.add("\(scheduler.clock) \(text)") }

  /// The service: it replies in the order given.
  private func requests(_ replies: [Reply]) -> () -> Observable<String> {
    var remaining = replies[...]
    return {
      guard let reply = remaining.popFirst() else { return .never() }
      line("start")
      return Observable<Int>.timer(.milliseconds(reply.latency), scheduler: scheduler)
        .map { _ in try reply.result.get() }
    }
  }

  private func run(_ pipeline: Observable<String>, inputs: [Int]) -> [String] {
    for (name, output) in [("foos", foos.asObservable()), ("error", errors.map { "\($0)" })] {
      output.subscribe(onNext: { line("\(name) \($0)") }, onError: { line("\(name) ERROR \($0)") })
        .disposed(by: bag)
    }
    pipeline.bind(to: foos).disposed(by: bag)
    for time in inputs { scheduler.schedule(at: time) { refresh.onNext() } }
    scheduler.start()
    return log.lines
  }

  private let replies: [Reply] = [
    (100, .success("f1")), (100, .failure(TestError("net"))), (100, .success("f2")),
  ]

  @Test func anErrorEndsTheSubjectForEver() {
    let request = requests(replies)
    let lines = run(refresh.flatMap { request() }, inputs: [0, 500, 1_000])
    #expect(lines == ["0 start", "100 foos f1", "500 start", "600 foos ERROR net"])
    var late: (any Error)?
    _ = foos.subscribe(onError: { late = $0 })
    #expect(late as? TestError == TestError("net"))
  }

  /// `do(onError:)` after the catch sees nothing.
  @Test func aSideEffectBehindACatchNeverHappens() {
    let request = requests(replies)
    let pipeline = refresh.flatMap {
      request().catch { _ in .empty() }.do(onError: { errors.onNext($0) })
    }
    #expect(
      run(pipeline, inputs: [0, 500, 1_000]) == [
        "0 start", "100 foos f1", "500 start", "1000 start", "1100 foos f2",
      ])
  }

  @Test func aSideEffectBeforeACatchHappens() {
    let request = requests(replies)
    let pipeline = refresh.flatMap {
      request().do(onError: { errors.onNext($0) }).catch { _ in .empty() }
    }
    #expect(
      run(pipeline, inputs: [0, 500, 1_000]) == [
        "0 start", "100 foos f1", "500 start", "600 error net", "1000 start", "1100 foos f2",
      ])
  }

  @Test func overlappingRequestsBothRun() {
    let request = requests([(400, .success("f1")), (100, .success("f2"))])
    #expect(
      run(refresh.flatMap { request() }, inputs: [0, 100]) == [
        "0 start", "100 start", "200 foos f2", "400 foos f1",
      ])
  }

  @Test(
    arguments: [
      (true, ["0 user", "300 process", "500 true"]), (false, ["0 user", "100 fault net"]),
    ])
  func aChainOfRequestsEndsWithItsFirstError(_ succeeds: Bool, _ expected: [String]) {
    let trigger = PublishRelay<Void>()
    let status = PublishRelay<Bool>()
    let scope = BindingScope { line("fault \($0)") }
    let timer = { (milliseconds: Int) in
      Observable<Int>.timer(.milliseconds(milliseconds), scheduler: scheduler)
    }
    _ = status.subscribe(onNext: { line("\($0)") })
    scope.run {
      trigger
        .flatMap {
          line("user")
          return timer(succeeds ? 300 : 100).map { _ in if !succeeds { throw TestError("net") } }
        }
        .flatMap {
          line("process")
          return timer(200).map { _ in true }
        }
        .bind(to: status)
        .disposed(by: bag)
    }
    trigger.accept()
    scheduler.schedule(at: 900) { if !succeeds { trigger.accept() } }
    scheduler.start()
    #expect(log.lines == expected)
  }
}
