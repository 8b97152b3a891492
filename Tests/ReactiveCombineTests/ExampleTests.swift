import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// A pipeline of Combine: see `CombineOrConcurrency.md` of `SampleViewModels`.
struct ExampleTests {
  typealias Reply = (latency: Int, result: Result<String, TestError>)

  private final class API {
    let scheduler = TestScheduler()
    var replies: [Reply] = []
    private(set) var log: [String] = []
    private var effects = 0

    func line(_ text: String) { log.append("\(scheduler.clock) \(text)") }

    func fetch() -> Future<String, any Error> {
      Future { promise in
        self.effects += 1
        let number = self.effects
        let reply = self.replies[number - 1]
        self.line("effect#\(number) start")
        _ = self.scheduler.schedule(after: .milliseconds(reply.latency)) {
          self.line("effect#\(number) end")
          promise(reply.result.mapError { $0 })
        }
      }
    }
  }

  private final class ViewModel {
    @Published private(set) var state: String?
    @Published private(set) var error: (any Error)?
    private var subscriptions = Set<AnyCancellable>()
    private let fetches = PassthroughSubject<Void, Never>()

    init(_ api: API) {
      fetches
        .setFailureType(to: (any Error).self)
        .flatMap { [weak api] in
          api?.fetch().eraseToAnyPublisher() ?? Empty().eraseToAnyPublisher()
        }
        .sink { [weak self] completion in
          if case .failure(let error) = completion { self?.error = error }
        } receiveValue: { [weak self] state in
          self?.state = state
        }
        .store(in: &subscriptions)
    }

    func fetch() { fetches.send() }
  }

  private let api = API()

  private func run(_ replies: [Reply], fetches: [Int], release: Int? = nil) -> [String] {
    api.replies = replies
    var viewModel: ViewModel? = ViewModel(api)
    var subscriptions = Set<AnyCancellable>()
    viewModel?.$state.sink { [api] in api.line("state \($0 ?? "null")") }.store(in: &subscriptions)
    viewModel?.$error.sink { [api] in api.line("error \($0.map { "\($0)" } ?? "null")") }
      .store(in: &subscriptions)
    for time in fetches { api.scheduler.schedule(at: time) { viewModel?.fetch() } }
    if let release { api.scheduler.schedule(at: release) { viewModel = nil } }
    api.scheduler.start()
    return api.log
  }

  private let start = ["0 state null", "0 error null", "0 effect#1 start"]

  @Test func aFetchSetsTheState() {
    #expect(
      run([(300, .success("v1"))], fetches: [0]) == start + ["300 effect#1 end", "300 state v1"])
  }

  @Test func anErrorFinishesThePipeline() {
    let lines = run([(300, .failure(TestError("net")))], fetches: [0, 1_000])
    #expect(lines == start + ["300 effect#1 end", "300 error net"])
  }

  @Test func theLastToFinishWins() {
    let lines = run([(500, .success("v1")), (100, .success("v2"))], fetches: [0, 100])
    #expect(
      lines == start + [
        "100 effect#2 start", "200 effect#2 end", "200 state v2", "500 effect#1 end",
        "500 state v1",
      ])
  }

  @Test func aRequestThatIsRunningWhenThePipelineFailsIsLost() {
    let lines = run([(300, .failure(TestError("net"))), (500, .success("v2"))], fetches: [0, 100])
    #expect(
      lines == start + [
        "100 effect#2 start", "300 effect#1 end", "300 error net", "600 effect#2 end",
      ])
  }

  @Test func withoutTheViewModelTheReplyIsDropped() {
    #expect(
      run([(300, .success("v1"))], fetches: [0], release: 100) == start + ["300 effect#1 end"])
  }

  @Test func thePropertyStillHasTheOldValueWhileTheNewOneIsSent() {
    api.replies = [(300, .success("v1"))]
    let viewModel = ViewModel(api)
    var seen: [String] = []
    let subscription = viewModel.$state.dropFirst().sink {
      seen.append("\($0 ?? "null"), \(viewModel.state ?? "null")")
    }
    viewModel.fetch()
    api.scheduler.start()
    #expect(seen == ["v1, null"])
    #expect(viewModel.state == "v1")
    subscription.cancel()
  }

  @Test func onTheMainQueueInitialValuesComeLaterToo() {
    MainScheduler.with(loop: api.scheduler) {
      api.replies = [(300, .success("v1"))]
      let viewModel = ViewModel(api)
      var subscriptions = Set<AnyCancellable>()
      viewModel.$state.receive(on: "any queue").sink { [api] in
        api.line("state \($0 ?? "null")")
      }.store(in: &subscriptions)
      api.line("bound")
      viewModel.fetch()
      api.scheduler.start()
    }
    #expect(
      api.log == [
        "0 bound", "0 effect#1 start", "0 state null", "300 effect#1 end", "300 state v1",
      ])
  }
}
