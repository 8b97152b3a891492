import Hosting
import Contracts
import JSON
import Reactive
import TestSupport
import Testing

@testable import ViewModelKit

/// Methods that report by a completion handler how they ended.
@Suite struct CompletionTests {
  enum Fault: Error { case net }
  struct User: Codable, Equatable { let id: Int }

  final class Users {
    /// Called by the test; what a method has been given.
    var pending: (() -> Void)?
    var isDisposed = false

    func ping(completion: @escaping () -> Void) { completion() }
    func user(id: Int, completion: @escaping (User) -> Void) { completion(User(id: id)) }
    func result(id: Int, completion: @escaping (Result<User, any Error>) -> Void) {
      completion(id > 0 ? .success(User(id: id)) : .failure(Fault.net))
    }
    func pair(id: Int, completion: @escaping (User?, (any Error)?) -> Void) {
      if id > 0 { completion(User(id: id), nil) } else { completion(nil, Fault.net) }
    }
    func save(id: Int, completion: @escaping @MainActor @Sendable ((any Error)?) -> Void) {
      completion(id > 0 ? nil : Fault.net)
    }
    func size(completion: @escaping @Sendable (Int, Int) -> Void) { completion(3, 4) }
    func elsewhere(completion: @escaping @Sendable (Int) -> Void) {
      Task.detached {
        completion(1)
        completion(2)
      }
    }
    func never(completion: @escaping (Int) -> Void) {}
    func later(completion: @escaping (Int) -> Void) -> any Disposable {
      pending = { completion(7) }
      return Disposables.create { self.isDisposed = true }
    }
    func refuse(completion: (Int) -> Void) throws { throw Fault.net }
  }

  private let users = Users()

  @Test func theTypesOfTheHandlerSayWhatItIsGiven() {
    #expect(Schema.of(Completed<User, Int>.self)["prefixItems"]?[1] == ["type": "integer"])
    #expect(Schema.of(Completed<Result<Int, any Error>>.self) == ["type": "integer"])
    #expect(Schema.of(Completed<Int?, (any Error)?>.self) == ["type": ["integer", "null"]])
    #expect(Schema.of(Completed<Users>.self) == ["type": "null"])
  }

  @Test func whatTheHandlerIsGivenIsTheAnswer() async throws {
    #expect(try await completion { users.ping(completion: $0) }.json == .null)
    #expect(try await completion { users.user(id: 1, completion: $0) }.json == ["id": 1])
    #expect(try await completion { users.result(id: 2, completion: $0) }.json == ["id": 2])
    #expect(try await completion { users.pair(id: 3, completion: $0) }.json == ["id": 3])
    #expect(try await completion { users.save(id: 4, completion: $0) }.json == .null)
    #expect(try await completion { users.size(completion: $0) }.json == [3, 4])
  }

  @Test func anErrorIsThrown() async throws {
    await #expect(throws: Fault.net) {
      try await completion { users.result(id: 0, completion: $0) }
    }
    await #expect(throws: Fault.net) { try await completion { users.pair(id: 0, completion: $0) } }
    await #expect(throws: Fault.net) { try await completion { users.save(id: 0, completion: $0) } }
    await #expect(throws: Fault.net) { try await completion { try users.refuse(completion: $0) } }
  }

  @Test func itMayBeCalledOnAnyThreadAndOnlyTheFirstCallCounts() async throws {
    #expect(try await completion { users.elsewhere(completion: $0) }.json == 1)
  }

  @Test func aHandlerThatIsNeverCalledIsAnError() async throws {
    await #expect(throws: (any Error).self) {
      try await completion { users.never(completion: $0) }
    }
  }

  @Test func itIsWaitedFor() async throws {
    let task = Task.immediate { try await completion { users.later(completion: $0) } }
    let finish = try #require(users.pending)
    finish()
    #expect(try await task.value.json == 7)
    #expect(!users.isDisposed)
  }

  @Test func cancellingDisposesWhatWasStarted() async throws {
    let task = Task.immediate { try await completion { users.later(completion: $0) } }
    #expect(users.pending != nil)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(users.isDisposed)
    users.pending?()
  }

  @Test func itIsAnInput() async throws {
    let interface = Interface<Users> {
      input("user", "id") { viewModel, id in
        try await completion { viewModel.result(id: id, completion: $0) }
      }
    }
    let hosted = try Catalog { viewModel("it", { [users] in users }, interface: interface) }
      .make("it")
    guard case .running(let operation) = try hosted.invoke(0, ["id": 5]) else {
      Issue.record("it is asynchronous")
      return
    }
    #expect(try await operation().json == ["id": 5])
  }
}
