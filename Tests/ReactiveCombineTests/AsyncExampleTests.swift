import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// Async functions and published properties: see `CombineOrConcurrency.md` of `SampleViewModels`.
struct AsyncExampleTests {
  typealias Reply = (time: Int, latency: Int, result: Result<String, TestError>)

  private final class ExampleAPI {
    let scheduler = TestScheduler()
    var replies: [Reply] = []
    var tasks: [Task<Void, Never>] = []
    private(set) var log: [String] = []
    private var effects = 0
    private var replied: [Int] = []

    func line(_ text: String) { log.append("\(scheduler.clock) \(text)") }

    /// The callback style that the article wraps.
    func fetch(completion: @escaping (Result<String, any Error>) -> Void) {
      let number = effects
      effects += 1
      line("effect#\(number + 1) start")
      _ = scheduler.schedule(after: .milliseconds(replies[number].latency)) {
        self.line("effect#\(number + 1) end")
        self.replied.append(number)
        self.scheduler.stop()
        completion(self.replies[number].result.mapError { $0 })
      }
    }

    func fetch() async throws -> String {
      try await withCheckedThrowingContinuation { continuation in
        fetch { continuation.resume(with: $0) }
      }
    }

    /// Runs virtual time; at each reply the functions that wait for it get to run to their end.
    func run() async {
      while !scheduler.isIdle {
        scheduler.start()
        for number in replied { await tasks[number].value }
        replied = []
      }
    }
  }

  private final class ExampleViewModel {
    struct State: Equatable {
      let example: String
    }

    @Published private(set) var state: State?
    @Published private(set) var error: Error?
    private let api: ExampleAPI

    init(exampleAPI: ExampleAPI) {
      api = exampleAPI
    }

    func fetch() async {
      do {
        let example = try await api.fetch()
        state = State(example: example)
      } catch {
        self.error = error
      }
    }
  }

  private let api = ExampleAPI()

  /// Fetches at the times of the replies, and gives what happens.
  private func run(_ replies: [Reply], release: Int? = nil) async -> [String] {
    api.replies = replies
    var viewModel: ExampleViewModel? = ExampleViewModel(exampleAPI: api)
    weak let released = viewModel
    var subscriptions = Set<AnyCancellable>()
    viewModel?.$state.sink { [api] in api.line("state \($0?.example ?? "null")") }
      .store(in: &subscriptions)
    viewModel?.$error.sink { [api] in api.line("error \($0.map { "\($0)" } ?? "null")") }
      .store(in: &subscriptions)
    for reply in replies {
      api.scheduler.schedule(at: reply.time) { [api] in
        guard let fetching = viewModel else { return }
        api.tasks.append(Task.immediate { await fetching.fetch() })
      }
    }
    if let release {
      api.scheduler.schedule(at: release) { [api] in
        viewModel = nil
        api.line(released == nil ? "released" : "kept alive")
      }
    }
    await api.run()
    return api.log
  }

  private let start = ["0 state null", "0 error null", "0 effect#1 start"]

  @Test func aFetchSetsTheState() async {
    #expect(
      await run([(0, 300, .success("v1"))]) == start + ["300 effect#1 end", "300 state v1"])
  }

  @Test func anErrorEndsNothing() async {
    let lines = await run([
      (0, 300, .failure(TestError("net"))), (1_000, 300, .success("v2")),
    ])
    #expect(
      lines == start + [
        "300 effect#1 end", "300 error net", "1000 effect#2 start", "1300 effect#2 end",
        "1300 state v2",
      ])
  }

  @Test func theLastToFinishWins() async {
    let lines = await run([(0, 500, .success("v1")), (100, 100, .success("v2"))])
    #expect(
      lines == start + [
        "100 effect#2 start", "200 effect#2 end", "200 state v2", "500 effect#1 end",
        "500 state v1",
      ])
  }

  @Test func aRequestThatIsRunningWhenAnotherFailsContinues() async {
    let lines = await run([
      (0, 300, .failure(TestError("net"))), (100, 500, .success("v2")),
    ])
    #expect(
      lines == start + [
        "100 effect#2 start", "300 effect#1 end", "300 error net", "600 effect#2 end",
        "600 state v2",
      ])
  }

  @Test func thePropertyStillHasTheOldValueWhileTheNewOneIsSent() async {
    api.replies = [(0, 300, .success("v1"))]
    let viewModel = ExampleViewModel(exampleAPI: api)
    var seen: [String] = []
    let subscription = viewModel.$state.dropFirst().sink {
      seen.append("\($0?.example ?? "null"), \(viewModel.state?.example ?? "null")")
    }
    api.tasks.append(Task.immediate { await viewModel.fetch() })
    await api.run()
    #expect(seen == ["v1, null"])
    subscription.cancel()
  }

  @Test func theTaskKeepsTheViewModelAlive() async {
    #expect(
      await run([(0, 300, .success("v1"))], release: 100)
        == start + ["100 kept alive", "300 effect#1 end", "300 state v1"])
  }

  @Test(arguments: [([], []), ([300, 100, 200], ["r0", "r1", "r2"])])
  func aTaskGroupKeepsTheOrderOfTheRequests(_ latencies: [Int], _ expected: [String]) async {
    api.replies = latencies.enumerated().map { (0, $1, .success("r\($0)")) }
    let all = Task.immediate { [api] in
      await withTaskGroup(of: (Int, String?).self) { group in
        for index in latencies.indices {
          group.addImmediateTask { @MainActor in (index, try? await api.fetch()) }
        }
        var results = [String?](repeating: nil, count: latencies.count)
        for await (index, result) in group { results[index] = result }
        return results
      }
    }
    while !api.scheduler.isIdle { api.scheduler.start() }
    #expect(await all.value == expected)
    #expect(api.scheduler.clock == latencies.max() ?? 0)
  }
}
