import Observation
import Reactive
import ReactiveTesting
import Testing

/// Users are fetched by async functions, and outputs are observed as streams. The service replies
/// at a virtual time, and the test waits for the function to end before it advances the time.
struct AsyncFetchTests {
  private let service = AsyncService()
  private let log = Log()

  /// Fetches at those times, each with a latency and a result.
  private func run(
    _ fetches: [(time: Int, id: Int, latency: Int, fails: Bool)],
    _ fetch: @escaping (Int) async -> Void
  ) async {
    for (time, id, latency, fails) in fetches {
      service.scheduler.schedule(at: time) { [service] in
        service.replies.append((latency, fails))
        service.tasks.append(Task.immediate { await fetch(id) })
        service.scheduler.stop()
      }
    }
    await service.run(until: 3_000)
  }

  @Test func anAsyncMethodSetsAnObservableProperty() async {
    let viewModel = SwiftUIViewModel(service: service)
    let observed = { (time: Int) in
      log.add("\(time) user \(viewModel.user.map { "\($0.id)" } ?? "null")")
      log.add("\(time) label get user: \(viewModel.user?.id ?? 0)")
    }
    observed(0)
    service.whenIdle = observed
    await run([(0, 1, 1_000, false), (200, 2, 1_000, false)], viewModel.fetch)
    #expect(
      log.lines == [
        "0 user null", "0 label get user: 0", "1000 user 1", "1000 label get user: 1",
        "1200 user 2", "1200 label get user: 2",
      ])
  }

  /// `try?` makes a failure nil, and nil is then stored.
  @Test func tryWithAQuestionMarkWipesTheUser() async {
    let viewModel = TaskViewModel(service: service)
    let subscription = viewModel.userObservable.subscribe(onNext: { [log, service] user in
      log.add("\(service.scheduler.clock) user \(user.map { "\($0.id)" } ?? "null")")
    })
    await run([(0, 1, 100, false), (500, 2, 100, true)]) { id in
      await viewModel.fetch(userId: id).value
    }
    #expect(log.lines == ["0 user null", "100 user 1", "600 user null"])
    subscription.dispose()
  }

  @Test func anErrorEndsOnlyTheOneCall() async {
    await run([(0, 1, 300, false), (500, 2, 100, true), (700, 3, 100, false)]) { id in
      if (try? await service.getUser(id: id)) != nil {
        log.add("\(service.scheduler.clock) status \(id)")
      }
    }
    #expect(log.lines == ["300 status 1", "800 status 3"])
  }
}

private struct User: Equatable {
  let id: Int
}

/// Replies in the order of the requests, at virtual times.
private final class AsyncService {
  let scheduler = TestScheduler()
  var replies: [(latency: Int, fails: Bool)] = []
  var tasks: [Task<Void, Never>] = []
  var whenIdle: (Int) -> Void = { _ in }
  private var requests = 0
  private var replied: [Int] = []

  func getUser(id: Int) async throws -> User {
    let (latency, fails) = replies[requests]
    let number = requests
    requests += 1
    return try await withCheckedThrowingContinuation { continuation in
      _ = scheduler.schedule(after: .milliseconds(latency)) {
        self.replied.append(number)
        self.scheduler.stop()
        continuation.resume(with: fails ? .failure(TestError("net")) : .success(User(id: id)))
      }
    }
  }

  /// Runs virtual time; at each call the function gets to make its request, and at each reply to
  /// run to its end.
  func run(until end: Int) async {
    while scheduler.clock < end {
      scheduler.advance(to: end)
      while requests < tasks.count { await Task.yield() }
      for number in replied {
        await tasks[number].value
        whenIdle(scheduler.clock)
      }
      replied = []
    }
  }
}

@Observable @MainActor private final class SwiftUIViewModel {
  private(set) var user: User?
  @ObservationIgnored private let service: AsyncService

  init(service: AsyncService) {
    self.service = service
  }

  func fetch(userId: Int) async {
    self.user = try? await service.getUser(id: userId)
  }
}

/// The article's last step before Observation: no relay for the input any more.
private final class TaskViewModel {
  let userObservable: Observable<User?>
  private let _userRelay = BehaviorRelay<User?>(value: nil)
  private let service: AsyncService

  init(service: AsyncService) {
    self.service = service
    userObservable = _userRelay.asObservable()
  }

  @discardableResult
  func fetch(userId: Int) -> Task<Void, Never> {
    Task { @MainActor in
      let user = try? await service.getUser(id: userId)
      await MainActor.run {
        self._userRelay.accept(user)
      }
    }
  }
}
