import Reactive
import ReactiveTesting
import Testing

/// A paginated list as its article writes it, and without the defects.
struct ListTests {
  /// A transcript, whose `in` lines are the inputs, and how the service replies: at once with
  /// latency 0.
  struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var latency: [Int: Int] = [:]
    var failing: Set<Int> = []
    var usual = 300
    var lastPage = 3
    let transcript: String
  }

  @Test(arguments: listScenarios)
  func theListOfTheArticleDoesAsItsScenariosSay(_ scenario: Scenario) {
    check(scenario, isCorrected: false)
  }

  @Test(arguments: correctedListScenarios)
  func theCorrectedListDoesAsItsScenariosSay(_ scenario: Scenario) {
    check(scenario, isCorrected: true)
  }

  private func check(_ scenario: Scenario, isCorrected: Bool) {
    let lines = scenario.transcript.split(separator: "\n").map(String.init)
    #expect(Run(scenario, isCorrected: isCorrected).lines(of: lines) == lines)
  }
}

private final class Run {
  private let scenario: ListTests.Scenario
  private let isCorrected: Bool
  private let scheduler = TestScheduler()
  private let input = ListPipeline.Input()
  private var lines: [String] = []
  private var effects = 0

  init(_ scenario: ListTests.Scenario, isCorrected: Bool) {
    self.scenario = scenario
    self.isCorrected = isCorrected
  }

  /// Sends the inputs of a transcript, and gives the transcript that comes of it.
  func lines(of transcript: [String]) -> [String] {
    MainScheduler.with(loop: scheduler) {
      let corrected = isCorrected ? CorrectedListPipeline(request: request) : nil
      let pipeline = ListPipeline(request: request)
      let output = corrected?.transform(input) ?? pipeline.transform(input)
      let bag = DisposeBag()
      let observeItems = {
        output.items
          .subscribe(onNext: {
            self.line((["items"] + $0.map(\.description)).joined(separator: " "))
          })
          .disposed(by: bag)
      }
      // A scenario that subscribes to the items later observes nothing else.
      if !transcript.contains(where: { $0.hasSuffix("in subscribe") }) {
        observeItems()
        output.error.subscribe(onNext: { self.line("error \($0)") }).disposed(by: bag)
        output.loading.subscribe(onNext: { self.line("loading \($0)") }).disposed(by: bag)
      }
      for line in transcript {
        let words = line.split(separator: " ")
        guard words[1] == "in", let time = Int(words[0]) else { continue }
        scheduler.schedule(at: time) {
          self.send(words.dropFirst(2).map(String.init))
          if words[2] == "subscribe" { observeItems() }
        }
      }
      scheduler.start()
      withExtendedLifetime(bag) {}
    }
    return lines
  }

  private func line(_ text: String) { lines.append("\(scheduler.clock) \(text)") }

  private func send(_ words: [String]) {
    line("in " + words.joined(separator: " "))
    switch words[0] {
    case "appear": input.viewWillAppear.accept()
    case "bottom": input.reachedBottom.accept()
    case "reload": input.reload.accept()
    case "paginate": input.paginate.accept()
    case "subscribe": break
    default: input.changeItem.accept(.init(id: words[1], name: words[2]))
    }
  }

  private func request(_ page: Int) -> Observable<ListPipeline.Page> {
    .create { [self] observer in
      effects += 1
      let number = effects
      line("effect#\(number) start \(page)")
      var isDone = false
      let reply = { [self] in
        isDone = true
        line("effect#\(number) \(scenario.failing.contains(number) ? "fail" : "ok")")
        if scenario.failing.contains(number) { return observer.onError(TestError("net")) }
        observer.onNext(self.page(page))
        observer.onCompleted()
      }
      let cancel = Disposables.create { [self] in if !isDone { line("effect#\(number) cancel") } }
      let latency = scenario.latency[number] ?? scenario.usual
      if latency == 0 {
        reply()
        return cancel
      }
      return Disposables.create(
        cancel, scheduler.schedule(after: .milliseconds(latency), reply))
    }
  }

  private func page(_ number: Int) -> ListPipeline.Page {
    let ids = [["a", "b"], ["c", "d"], ["e"]][number - 1]
    return ListPipeline.Page(
      number: number, items: ids.map { .init(id: $0, name: $0.uppercased()) },
      next: number < scenario.lastPage ? number + 1 : nil)
  }
}
