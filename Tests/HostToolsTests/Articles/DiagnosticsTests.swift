import TestSupport
import Testing

/// What the compiler finds in the styles of the articles, and what it lets pass.
@Suite(.waitsForProcesses) nonisolated struct DiagnosticsTests {
  /// Of the relays that 000 begins with, a view can write the output and read the input. Of an
  /// observer and an observable it can do neither.
  nonisolated static let misusedByTheView = Listing(
    "000, a view misuses inputs and outputs",
    """
    import Reactive

    final class RelaysUser {
      let fetchRelay = PublishRelay<Int>()
      let userRelay = BehaviorRelay<Int?>(value: nil)
    }

    final class ObserverUser {
      let fetchObserver: AnyObserver<Int>
      let userObservable: Observable<Int?>
      private let fetchTrigger = PublishRelay<Int>()
      private let userRelay = BehaviorRelay<Int?>(value: nil)

      init() {
        fetchObserver = AnyObserver { [fetchTrigger] event in
          if let userId = event.element { fetchTrigger.accept(userId) }
        }
        userObservable = userRelay.asObservable()
      }
    }

    func misuse(_ viewModel: RelaysUser) {
      _ = viewModel.fetchRelay.subscribe(onNext: { _ in })
      viewModel.userRelay.accept(20)
    }

    func misuse(_ viewModel: ObserverUser) {
      viewModel.fetchObserver.subscribe()
      // error: value of type 'AnyObserver<Int>' has no member 'subscribe'
      viewModel.userObservable.accept(20)
      // error: value of type 'Observable<Int?>' has no member 'accept'
      viewModel.fetchTrigger.accept(1)
      // error: 'fetchTrigger' is inaccessible due to 'private' protection level
    }
    """)

  nonisolated static let aRelayWithoutAValue = Listing(
    "000, a relay that keeps nothing",
    """
    import Reactive

    func read(_ kept: BehaviorRelay<Int>, _ sent: PublishRelay<Int>) -> Int {
      kept.value + sent.value
      // error: value of type 'PublishRelay<Int>' has no member 'value'
    }
    """)

  /// As 000 prints it; the samples capture the relay.
  nonisolated static let selfBeforeItIsThere = Listing(
    "000, an observer that captures self",
    """
    import Reactive

    final class ObserverUser {
      let fetchObserver: AnyObserver<Int>
      let userObservable: Observable<Int?>
      private let fetchTrigger = PublishRelay<Int>()

      init() {
        fetchObserver = AnyObserver { event in
        // error: 'self' captured by a closure before all members were initialized
          if let userId = event.element { self.fetchTrigger.accept(userId) }
        }
        userObservable = .never()
      }
    }
    """)

  nonisolated static let anObservableProperty = Listing(
    "000, an observable property",
    """
    import Observation

    @Observable final class UserViewModel {
      private(set) var user: Int?
      func fetch(userId: Int) async { user = userId }
    }

    func misuse(_ viewModel: UserViewModel) {
      viewModel.user = 20
      // error: cannot assign to property: 'user' setter is inaccessible
    }
    """)

  /// As 004 prints it.
  nonisolated static let aCallThatNobodyAwaits = Listing(
    "004, a call without await",
    """
    import Observation

    @Observable final class UserViewModel {
      private(set) var user: Int?
      func fetch(userId: Int) async { user = userId }
    }

    func load(_ viewModel: UserViewModel) {
      Task { viewModel.fetch(userId: 1) }
      // error: expression is 'async' but is not marked with 'await'
    }
    """)

  /// 001 is printed with an item's stream in a response, an item of no type, and a label that its
  /// view writes otherwise.
  nonisolated static let theListAsPrinted = Listing(
    "001, the list as it is printed",
    """
    import Reactive

    struct Item: Decodable {
      let id: String
    }

    struct ItemResponse: Decodable {
      // error: type 'ItemResponse' does not conform to protocol 'Decodable'
      let items: Observable<[Item]>
    }

    func start(_ items: [Item], at selectedItem: Any) -> Int? {
      items.firstIndex { $0.id == selectedItem.id }
      // error: value of type 'Any' has no member 'id'
    }

    struct Input {
      let changeItemTrigger: Observable<Item>
    }

    func input(_ edits: Observable<Item>) -> Input {
      Input(changeDataTrigger: edits)
      // error: incorrect argument label in call (have 'changeDataTrigger:', expected 'changeItemTrigger:')
    }
    """)

  /// What is not used of a function's result is reported; an unused output of an object
  /// is not.
  nonisolated static let unusedOutputs = Listing(
    "002, an output that is not used",
    """
    import Reactive

    protocol CounterOutputs {
      var count: Driver<Int> { get }
      var isEven: Driver<Bool> { get }
    }

    func bind(to outputs: any CounterOutputs) -> any Disposable {
      outputs.count.drive(onNext: { _ in })
    }

    typealias Counter = (Observable<Void>) -> (count: Driver<Int>, isEven: Driver<Bool>)

    func bind(to counter: Counter, taps: Observable<Void>) -> any Disposable {
      let (count, isEven) = counter(taps)
      // warning: immutable value 'isEven' was never used; consider replacing with '_' or removing it
      return count.drive(onNext: { _ in })
    }
    """)

  /// Any code can end the subject that 003 begins with.
  nonisolated static let writableFoos = Listing(
    "003, foos that anybody can write",
    """
    import Reactive

    final class Foos {
      let writable = PublishSubject<[String]>()
      var readable: Observable<[String]> { writable }
    }

    func misuse(_ viewModel: Foos) {
      viewModel.writable.onCompleted()
      viewModel.readable.onCompleted()
      // error: value of type 'Observable<[String]>' has no member 'onCompleted'
    }
    """)

  /// A type does not say that no error comes any more behind `catch`.
  nonisolated static let theMisprint = Listing(
    "003, an error told behind the catch, and a subscription that nobody keeps",
    """
    import Reactive

    func refresh(
      _ request: Observable<[String]>, _ errors: PublishSubject<any Error>
    ) -> Observable<[String]> {
      request.catch { _ in .empty() }.do(onError: { errors.onNext($0) })
    }

    func forgotten(_ foos: Observable<[String]>) {
      foos.subscribe()
      // warning: result of call to 'subscribe(onNext:onError:onCompleted:onDisposed:)' is unused
    }
    """)

  /// Combine's `Zip` is of two, three or four publishers; RxSwift's `zip` of any number.
  nonisolated static let zipOfMany = Listing(
    "004, a zip of any number",
    """
    import Reactive
    import ReactiveCombine

    func inRx(_ parts: [Observable<Int>]) -> Observable<[Int]> { Observable.zip(parts) }

    func inCombine(_ a: AnyPublisher<Int, Never>) {
      _ = Publishers.Zip4(a, a, a, a)
      _ = Publishers.Zip5(a, a, a, a, a)
      // error: type 'Publishers' has no member 'Zip5'
    }
    """)

  /// 004 has an app's client wait in a group, whose tasks are on no actor.
  nonisolated static let aGroupOnNoActor = Listing(
    "004, a request that belongs to the main actor",
    """
    import ViewModelKit

    struct PartRequest: ServiceRequest {
      static let service = "part"
      typealias Response = String
    }

    func parts(_ services: Services) async throws -> [String] {
      try await withThrowingTaskGroup { group in
        group.addTask { try await services.send(PartRequest()) }
        // error: main actor-isolated conformance of 'PartRequest' to 'ServiceRequest' cannot be used in nonisolated context
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    """)

  @Test(arguments: [
    misusedByTheView, aRelayWithoutAValue, selfBeforeItIsThere, anObservableProperty,
    aCallThatNobodyAwaits, theListAsPrinted, unusedOutputs, writableFoos, theMisprint, zipOfMany,
    aGroupOnNoActor,
  ])
  func theCompilerSaysWhatTheListingExpects(listing: Listing) throws {
    let expected = listing.expected
    try #require(!expected.isEmpty)
    #expect(try listing.compiled() == expected)
  }
}
