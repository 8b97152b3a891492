import Reactive
import ReactiveTesting
import Testing

/// The order in which the outputs of an action send: for each input, and for each end of its work.
struct ActionTests {
  /// How the service replies, and when.
  typealias Reply = (latency: Int, result: Result<String, TestError>)

  private final class System {
    let scheduler = TestScheduler()
    let log = Log()
    var replies: [Reply] = []
    private(set) var effects = 0
    private var outputs: [any Disposable] = []

    func line(_ text: String) { log.add("\(scheduler.clock) \(text)") }

    /// The service: each subscription is an effect.
    func request() -> Observable<String> {
      .deferred {
        self.effects += 1
        let number = self.effects
        let reply = self.replies[number - 1]
        self.line("effect#\(number) start")
        let answer = { (observer: AnyObserver<String>) in
          switch reply.result {
          case .success(let text):
            self.line("effect#\(number) ok")
            observer.onNext(text)
            observer.onCompleted()
          case .failure(let error):
            self.line("effect#\(number) fail")
            observer.onError(error)
          }
        }
        return .create { observer in
          if reply.latency > 0 {
            return self.scheduler.schedule(after: .milliseconds(reply.latency)) { answer(observer) }
          }
          answer(observer)
          return Disposables.create()
        }
      }
    }

    func observe(_ action: Action<Void, String>) {
      let outputs: [(String, Observable<String>)] = [
        ("foos", action.elements), ("error", action.underlyingError.map { "\($0)" }),
        ("actionErrors", action.errors.map { "\($0)" }),
        ("executing", action.executing.map { "\($0)" }),
        ("enabled", action.enabled.map { "\($0)" }),
      ]
      for (name, output) in outputs {
        self.outputs.append(output.subscribe(onNext: { self.line("\(name) \($0)") }))
      }
    }

    func input(_ time: Int, _ action: Action<Void, String>) {
      scheduler.schedule(at: time) {
        self.line("in")
        action.inputs.onNext(())
      }
    }
  }

  private let system = System()

  private func run(
    _ replies: [Reply], enabledIf: Observable<Bool> = .just(true), inputs: [Int]
  ) -> [String] {
    system.replies = replies
    let action = Action<Void, String>(enabledIf: enabledIf) { [system] in system.request() }
    system.observe(action)
    for time in inputs { system.input(time, action) }
    system.scheduler.start()
    return system.log.lines
  }

  private let busy = ["enabled false", "executing true"]
  private let free = ["enabled true", "executing false"]

  private func at(_ time: Int, _ lines: [String]) -> [String] { lines.map { "\(time) \($0)" } }

  @Test func eachInputGivesItsElement() {
    let lines = run([(100, .success("f1")), (100, .success("f2"))], inputs: [0, 500])
    #expect(
      lines == at(0, ["executing false", "enabled true", "in"] + busy + ["effect#1 start"])
        + at(100, ["effect#1 ok", "foos f1"] + free)
        + at(500, ["in"] + busy + ["effect#2 start"])
        + at(600, ["effect#2 ok", "foos f2"] + free))
  }

  @Test func aFailureDoesNotEndIt() {
    let lines = run([(100, .failure(TestError("net"))), (100, .success("f2"))], inputs: [0, 500])
    #expect(
      lines.filter { $0.hasPrefix("100 ") }
        == at(
          100,
          [
            "effect#1 fail", "error net",
            "actionErrors underlyingError(net)",
          ] + free))
    #expect(lines.suffix(4) == at(600, ["effect#2 ok", "foos f2"] + free)[...])
  }

  @Test func anInputMeanwhileIsRefused() {
    let lines = run([(400, .success("f1")), (100, .success("f2"))], inputs: [0, 100, 500])
    #expect(lines.filter { $0.hasPrefix("100 ") } == at(100, ["in", "actionErrors notEnabled"]))
    #expect(system.effects == 2)
  }

  @Test func enabledIsSentAgainWhenItIsTheSame() {
    let enabledIf = BehaviorSubject(value: true)
    for (time, value) in [(100, false), (500, true)] {
      system.scheduler.schedule(at: time) { enabledIf.onNext(value) }
    }
    let lines = run([(300, .success("f1"))], enabledIf: enabledIf, inputs: [0, 400])
    #expect(
      lines == at(0, ["executing false", "enabled true", "in"] + busy + ["effect#1 start"])
        + at(100, ["enabled false"])
        + at(300, ["effect#1 ok", "foos f1", "enabled false", "executing false"])
        + at(400, ["in", "actionErrors notEnabled"]) + at(500, ["enabled true"]))
  }

  @Test func untilEnabledIfHasSentAnythingNothingIsAccepted() {
    let lines = run([], enabledIf: .never(), inputs: [0])
    #expect(
      lines == at(0, ["executing false", "enabled false", "in", "actionErrors notEnabled"]))
  }

  @Test func synchronousWorkHasEndedBeforeItsElementIsSent() {
    let lines = run([(0, .success("f1")), (0, .failure(TestError("net")))], inputs: [0, 10])
    #expect(
      lines
        == at(
          0,
          ["executing false", "enabled true", "in"] + busy + ["effect#1 start", "effect#1 ok"]
            + free + ["foos f1"])
        + at(
          10,
          ["in"] + busy + [
            "effect#2 start", "effect#2 fail", "error net", "actionErrors underlyingError(net)",
          ] + free))
  }

  @Test func stopEventsIntoTheInputsAreIgnored() {
    let action = Action<Void, String> { [system] in system.request() }
    system.replies = [(100, .success("f1"))]
    system.observe(action)
    action.inputs.onError(TestError())
    action.inputs.onCompleted()
    system.input(20, action)
    system.scheduler.start()
    #expect(system.log.lines.last == "120 executing false")
    #expect(system.effects == 1)
  }

  @Test func whoComesDuringAnExecutionGetsTheNextOnes() {
    system.replies = [(100, .success("A")), (100, .success("B"))]
    let action = Action<Void, String> { [system] in system.request() }
    system.input(0, action)
    system.scheduler.schedule(at: 50) { [system] in system.observe(action) }
    system.input(500, action)
    system.scheduler.start()
    let lines = system.log.lines
    #expect(lines.filter { $0.hasPrefix("50 ") } == ["50 executing true", "50 enabled false"])
    #expect(lines.filter { $0.hasPrefix("100 ") } == at(100, ["effect#1 ok"] + free))
    #expect(lines.contains("600 foos B"))
  }
}
