import Hosting
import JSON
import Reactive
import TestSupport
import Testing

@testable import ViewModelKit

/// What a ViewModel sees of services, whoever answers them.
@Suite struct ServicesTests {
  struct SumRequest: ServiceRequest, Equatable {
    static let service = "sum"
    typealias Response = Int
    let numbers: [Int]
  }

  struct Refused: Error, Equatable {}

  /// A frontend that answers when the test says so.
  final class Frontend: ServiceProvider {
    var services: Set<String> = ["sum"]
    private(set) var started: [ServiceCall] = []
    private(set) var cancelled: [ServiceCall] = []
    private(set) var unanswered: [String] = []

    func answers(_ service: String) -> Bool { services.contains(service) }
    func start(_ call: ServiceCall) { started.append(call) }
    func cancel(_ call: ServiceCall) { cancelled.append(call) }
    func noteUnanswered(_ service: String) { unanswered.append(service) }
  }

  private let frontend = Frontend()

  /// Services whose answers in Swift are the sum, or a refusal where there is nothing to add.
  private func services() -> Services {
    Services(
      frontend,
      [
        service(SumRequest.self) { request in
          if request.numbers.isEmpty { throw Refused() }
          return request.numbers.reduce(0, +)
        }
      ])
  }

  private func outcome(_ request: SumRequest, _ services: Services) async -> Result<Int, any Error>
  {
    do { return .success(try await services.send(request)) } catch { return .failure(error) }
  }

  /// Starts a request that is pending when this returns.
  private func start(_ numbers: [Int], _ services: Services) -> Task<Result<Int, any Error>, Never>
  {
    Task.immediate { await outcome(SumRequest(numbers: numbers), services) }
  }

  @Test func theProviderReceivesUnansweredRequests() async {
    frontend.services = []
    let nobody = Services(frontend, [])
    let result = await outcome(SumRequest(numbers: [1]), nobody)
    #expect((result.failure as? ServiceError)?.code == ServiceError.missing)
    #expect(frontend.unanswered == ["sum"])
    _ = await outcome(SumRequest(numbers: [1]), services())
    #expect(frontend.unanswered == ["sum"])
  }

  // MARK: The frontend answers

  @Test func theFrontendIsAskedFirst() async throws {
    let task = start([1, 2], services())
    let call = try #require(frontend.started.first)
    #expect(call.service == "sum")
    #expect(call.arguments == ["numbers": [1, 2]])
    #expect(call.timeout == .seconds(60))
    try call.complete(.success(30))
    #expect(try await task.value.get() == 30)
  }

  @Test func itsErrorComesAsItIs() async throws {
    let task = start([], services())
    let error = ServiceError(service: "sum", code: 7, message: "no", data: [1])
    try frontend.started[0].complete(.failure(error))
    #expect(await task.value.failure as? ServiceError == error)
  }

  @Test func anAnswerThatDoesNotFitIsAnErrorForBoth() async throws {
    let task = start([], services())
    #expect(throws: ArgumentError.self) { try frontend.started[0].complete(.success("three")) }
    #expect(
      await task.value.failure as? ServiceError
        == ServiceError(
          service: "sum", code: -32602,
          message: "The answer does not fit the service sum: expected an integer, found a string"))
  }

  @Test func aCancelledTaskWithdrawsItsQuestion() async throws {
    let task = start([1], services())
    task.cancel()
    #expect(await task.value.failure is CancellationError)
    #expect(frontend.cancelled.map(\.service) == ["sum"])
    // Too late.
    try frontend.started[0].complete(.success(1))
  }

  @Test func aTaskThatIsCancelledAlreadyAsksNothing() async {
    let services = services()
    let task = Task { await outcome(SumRequest(numbers: [1]), services) }
    task.cancel()
    #expect(await task.value.failure is CancellationError)
    #expect(frontend.started.isEmpty)
  }

  @Test func anObservableAsksAtEachSubscriptionAndWithdrawsWhenDisposed() throws {
    var events: [String] = []
    let sum = services().response(to: SumRequest(numbers: [1]))
    #expect(frontend.started.isEmpty)
    let first = sum.subscribe { events.append("first \($0)") }
    let second = sum.subscribe { events.append("second \($0)") }
    #expect(frontend.started.count == 2)
    first.dispose()
    #expect(frontend.cancelled.map { $0 === frontend.started[0] } == [true])
    try frontend.started[0].complete(.success(1))
    try frontend.started[1].complete(.success(2))
    #expect(events == ["second next(2)", "second completed"])
    second.dispose()
  }

  @Test func anObservableEndsWithTheError() throws {
    var events: [String] = []
    _ = services().response(to: SumRequest(numbers: []))
      .subscribe(onNext: { events.append("\($0)") }, onError: { events.append("error \($0)") })
    try frontend.started[0].complete(.failure(ServiceError(service: "sum", code: 7, message: "no")))
    #expect(events == ["error no"])
  }

  @Test func whatIsOpenEndsWithTheInstance() async {
    let services = services()
    let task = start([1], services)
    var ends: [String] = []
    services.send(SumRequest(numbers: [2])) { result in
      ends.append("\(result.failure is CancellationError)")
    }
    _ = services.response(to: SumRequest(numbers: [3])).subscribe { ends.append("\($0)") }
    services.end()
    #expect(frontend.cancelled.map(\.arguments) == frontend.started.map(\.arguments))
    #expect(frontend.started.count == 3)
    #expect(await task.value.failure is CancellationError)
    #expect(ends == ["true"])
    // And nothing is asked after it.
    #expect(await outcome(SumRequest(numbers: [4]), services).failure is CancellationError)
    #expect(frontend.started.count == 3)
  }

  // MARK: Swift answers

  @Test func theCatalogAnswersWhereTheFrontendDoesNot() async throws {
    frontend.services = []
    let services = services()
    #expect(try await services.send(SumRequest(numbers: [1, 2, 3])) == 6)
    #expect(await outcome(SumRequest(numbers: []), services).failure is Refused)
    #expect(frontend.started.isEmpty)
  }

  @Test func anObservableAnswersWithItsFirstElement() async throws {
    frontend.services = []
    let services = Services(
      frontend, [service(SumRequest.self) { request in Observable.from(request.numbers) }])
    #expect(try await services.send(SumRequest(numbers: [4, 5])) == 4)
    #expect(await outcome(SumRequest(numbers: []), services).failure != nil)
  }

  @Test func aSynchronousAnswerComesInTheCall() {
    frontend.services = []
    let services = Services(
      frontend, [service(SumRequest.self) { _ in Observable.just(1) }])
    var result: Int?
    services.send(SumRequest(numbers: [])) { result = try? $0.get() }
    #expect(result == 1)
  }

  @Test func anImplementationIsCancelledWithTheRequest() async {
    frontend.services = []
    var wasDisposed = false
    let services = Services(
      frontend,
      [
        service(SumRequest.self) { _ in
          Observable.create { _ in Disposables.create { wasDisposed = true } }
        }
      ])
    let task = start([], services)
    #expect(!wasDisposed)
    task.cancel()
    #expect(await task.value.failure is CancellationError)
    #expect(wasDisposed)
  }

  @Test func aServiceThatNoFrontendAnswersFails() async {
    frontend.services = []
    let services = Services(frontend, [])
    #expect(
      await outcome(SumRequest(numbers: []), services).failure as? ServiceError
        == ServiceError(
          service: "sum", code: -32014, message: "Nobody answers the service sum"))
  }

  // MARK: Creating

  protocol Adder {
    func add(_ numbers: [Int]) async throws -> Int
  }

  final class Needing {
    let adder: any Adder
    init(adder: any Adder) { self.adder = adder }
  }

  final class Wanting {
    let adder: (any Adder)?
    init(adder: (any Adder)?) { self.adder = adder }
  }

  private func make(_ name: String, _ lines: [ServiceImplementation] = []) throws -> Any? {
    let viewModels = Catalog {
      viewModel("needing", Needing.init, .services(SumRequest.self), interface: Interface {})
      viewModel("wanting", Wanting.init, .services(SumRequest.self), interface: Interface {})
    }
    let catalog =
      if let service = lines.first {
        Catalog {
          viewModels
          service
        }
      } else {
        viewModels
      }
    let definition = try #require(catalog[name]).definition
    let environment = InitEnvironment(uses: [], clock: StoppedClock(), services: frontend)
    return try catalog.make(definition, nil, in: environment).viewModel
  }

  @Test func aViewModelIsGivenTheProtocolThatItAsksFor() async throws {
    let object = try #require(try make("needing") as? Needing)
    let task = Task.immediate { try await object.adder.add([1]) }
    try frontend.started[0].complete(.success(5))
    #expect(try await task.value == 5)
  }

  @Test func withoutAnAnswererItIsNotMade() {
    frontend.services = []
    let error = #expect(throws: ServiceMissing.self) { try make("needing") }
    #expect(error?.service == "sum")
  }

  @Test func anOptionalServiceMayBeMissing() throws {
    #expect(try #require(try make("wanting") as? Wanting).adder != nil)
    frontend.services = []
    #expect(try #require(try make("wanting") as? Wanting).adder == nil)
    let sum = service(SumRequest.self) { $0.numbers.count }
    #expect(try #require(try make("wanting", [sum]) as? Wanting).adder != nil)
  }
}

extension Services: ServicesTests.Adder {
  func add(_ numbers: [Int]) async throws -> Int {
    try await send(ServicesTests.SumRequest(numbers: numbers))
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
