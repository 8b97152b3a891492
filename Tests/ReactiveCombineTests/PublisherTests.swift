import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

struct PublisherTests {
  private let numbers = PassthroughSubject<Int, TestError>()

  /// What a chain on `numbers` sends for 1, 2, 3 and the end.
  private func lines<Output, Failure>(
    _ publisher: some Publisher<Output, Failure>, end: Subscribers.Completion<TestError> = .finished
  ) -> [String] {
    var lines: [String] = []
    let subscription = publisher.sink {
      lines.append("\($0)")
    } receiveValue: {
      lines.append("\($0)")
    }
    for number in 1...3 { numbers.send(number) }
    numbers.send(completion: end)
    subscription.cancel()
    return lines
  }

  @Test func elementsAndTheEnd() {
    #expect(lines(numbers.map { $0 * 2 }) == ["2", "4", "6", "finished"])
  }

  @Test(arguments: [
    ("filter", ["2", "3", "finished"]), ("compactMap", ["1", "3", "finished"]),
    ("scan", ["1", "3", "6", "finished"]), ("collect", ["[1, 2, 3]", "finished"]),
    ("prefix", ["1", "2", "finished"]), ("dropFirst", ["2", "3", "finished"]),
    ("prepend", ["0", "1", "2", "3", "finished"]), ("append", ["1", "2", "3", "4", "finished"]),
    ("removeDuplicates", ["1", "finished"]), ("last", ["3", "finished"]),
  ])
  func operatorsSendWhatCombineDocuments(_ name: String, _ expected: [String]) {
    let chain: any Publisher<String, TestError> =
      switch name {
      case "filter": numbers.filter { $0 > 1 }.map(String.init)
      case "compactMap": numbers.compactMap { $0 == 2 ? nil : "\($0)" }
      case "scan": numbers.scan(0, +).map(String.init)
      case "collect": numbers.collect().map { "\($0)" }
      case "prefix": numbers.prefix(2).map(String.init)
      case "dropFirst": numbers.dropFirst().map(String.init)
      case "prepend": numbers.prepend(0).map(String.init)
      case "append": numbers.append(4).map(String.init)
      case "removeDuplicates": numbers.map { _ in 1 }.removeDuplicates().map(String.init)
      default: numbers.last().map(String.init)
      }
    #expect(lines(chain) == expected)
  }

  @Test func failuresAreReplacedCaughtOrMapped() {
    let net = Subscribers.Completion.failure(TestError("net"))
    let all = ["1", "2", "3"]
    #expect(lines(numbers.eraseToAnyPublisher(), end: net) == all + ["failure(net)"])
    let replaced = PublisherTests()
    #expect(
      replaced.lines(replaced.numbers.replaceError(with: 0), end: net) == all + ["0", "finished"])
    let caught = PublisherTests()
    #expect(
      caught.lines(caught.numbers.catch { Just("\($0)".count) }, end: net) == all + [
        "3", "finished",
      ])
    let mapped = PublisherTests()
    #expect(
      mapped.lines(mapped.numbers.mapError { TestError("\($0)2") }, end: net)
        == all + ["failure(net2)"])
    let thrown = PublisherTests()
    #expect(
      thrown.lines(thrown.numbers.tryMap { _ -> Int in throw TestError("thrown") })
        == ["failure(thrown)"])
  }

  @Test func severalPublishersAreCombined() {
    let (letters, flags) = (
      CurrentValueSubject<String, TestError>("a"), CurrentValueSubject<Bool, TestError>(true)
    )
    var rows: [String] = []
    let subscription = numbers.combineLatest(letters, flags) { "\($0)\($1)\($2)" }
      .merge(with: letters)
      .sink(receiveCompletion: { _ in }, receiveValue: { rows.append($0) })
    numbers.send(1)
    letters.send("b")
    flags.value = false
    #expect(rows == ["a", "1atrue", "1btrue", "b", "1bfalse"])
    subscription.cancel()
    var pairs: [String] = []
    let zipped = numbers.zip(letters).sink(
      receiveCompletion: { _ in }, receiveValue: { pairs.append("\($0)\($1)") })
    numbers.send(2)
    numbers.send(3)
    letters.send("c")
    #expect(pairs == ["2b", "3c"])
    zipped.cancel()
  }

  @Test func switchToLatestRunsTheNewest() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let outer = CurrentValueSubject<PassthroughSubject<Int, Never>, Never>(a)
    var elements: [Int] = []
    let subscription = outer.switchToLatest().sink { elements.append($0) }
    a.send(1)
    outer.send(b)
    a.send(2)
    b.send(3)
    #expect(elements == [1, 3])
    subscription.cancel()
  }

  @Test func aFutureRunsOnceWhenItIsCreatedAndKeepsItsResult() {
    var runs = 0
    let future = Future<Int, Never> { promise in
      runs += 1
      promise(.success(1))
      promise(.success(2))
    }
    #expect(runs == 1)
    var elements: [Int] = []
    for _ in 1...2 { future.sink { elements.append($0) }.cancel() }
    #expect(runs == 1)
    #expect(elements == [1, 1])
  }

  @Test func simplePublishersSendAndEnd() {
    var lines: [String] = []
    Just(1).sink { lines.append("\($0)") }.cancel()
    [2, 3].publisher.sink { lines.append("\($0)") }.cancel()
    Deferred { Just(4) }.sink { lines.append("\($0)") }.cancel()
    Fail<Int, TestError>(error: TestError("net"))
      .sink(receiveCompletion: { lines.append("\($0)") }, receiveValue: { _ in }).cancel()
    Empty<Int, TestError>()
      .sink(receiveCompletion: { lines.append("\($0)") }, receiveValue: { _ in }).cancel()
    #expect(lines == ["1", "2", "3", "4", "failure(net)", "finished"])
  }

  @Test func aReleasedCancellableEndsTheSubscription() {
    var elements: [Int] = []
    let subject = CurrentValueSubject<Int, Never>(0)
    do {
      var subscriptions = Set<AnyCancellable>()
      subject.sink { elements.append($0) }.store(in: &subscriptions)
      subject.send(1)
    }
    subject.send(2)
    #expect(elements == [0, 1])
  }

  private final class Owner {
    private(set) var elements: [Int] = []
    var subscriptions = Set<AnyCancellable>()
    var last: AnyCancellable?

    /// It belongs to no actor, as in an app.
    deinit {
      for subscription in subscriptions { subscription.cancel() }
      last?.cancel()
    }
  }

  @Test func aDeinitCanCancel() async {
    let subject = PassthroughSubject<Int, Never>()
    var elements: [Int] = []
    var ends = 0
    func subscribe() -> AnyCancellable {
      subject.handleEvents(receiveCancel: { ends += 1 }).sink { elements.append($0) }
    }
    var owner: Owner? = Owner()
    let kept = subscribe()
    owner?.subscriptions.insert(kept)
    owner?.last = subscribe()
    subject.send(1)
    owner = nil
    #expect(ends == 2)
    subject.send(2)
    #expect(elements == [1, 1])

    let elsewhere = subscribe()
    await Task.detached { elsewhere.cancel() }.value
    while ends < 3 { await Task.yield() }
    subject.send(3)
    #expect(elements == [1, 1])
  }

  @Test func sharingDoesNotStartAgainAfterTheEnd() {
    var subscriptions = 0
    let shared = Deferred {
      subscriptions += 1
      return Just(1)
    }.share()
    var lines: [String] = []
    for _ in 1...2 {
      shared.sink(
        receiveCompletion: { lines.append("\($0)") }, receiveValue: { lines.append("\($0)") }
      )
      .cancel()
    }
    #expect(subscriptions == 1)
    #expect(lines == ["1", "finished", "finished"])
  }

  @Test func elementsAreAwaited() async {
    var elements: [Int] = []
    for await element in [1, 2, 3].publisher.values { elements.append(element) }
    #expect(elements == [1, 2, 3])
    let subject = CurrentValueSubject<Int, Never>(7)
    for await element in subject.values {
      elements.append(element)
      break
    }
    #expect(elements == [1, 2, 3, 7])
  }

  @Test func assignSetsPropertiesOfAnObject() {
    final class Target: ObservableObject {
      @Published var published = 0
      var plain = 0
    }
    let target = Target()
    let source = CurrentValueSubject<Int, Never>(1)
    var changes = 0
    let willChange = target.objectWillChange.sink { changes += 1 }
    let subscription = source.assign(to: \.plain, on: target)
    source.assign(to: &target.$published)
    source.send(2)
    #expect((target.plain, target.published, changes) == (2, 2, 2))
    #expect(target.objectWillChange === target.objectWillChange)
    subscription.cancel()
    willChange.cancel()
  }
}
