import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// The namespace of publishers that are made of several ones, by Combine's documentation of each.
struct PublishersTests {
  private let numbers = PassthroughSubject<Int, Never>()
  private let letters = PassthroughSubject<String, Never>()
  private let flags = PassthroughSubject<Bool, Never>()

  /// What a publisher sends while the closure runs.
  private func lines<Output, Failure>(
    of publisher: some Publisher<Output, Failure>, _ body: () -> Void
  ) -> [String] {
    var lines: [String] = []
    let subscription = publisher.sink {
      lines.append("\($0)")
    } receiveValue: {
      lines.append("\($0)")
    }
    body()
    subscription.cancel()
    return lines
  }

  @Test func combineLatestSendsTheLatestOfEach() {
    let rows = Publishers.CombineLatest(numbers, letters).map { number, letter in
      "\(number)\(letter)"
    }
    let lines = lines(of: rows) {
      numbers.send(1)
      numbers.send(2)
      letters.send("a")
      numbers.send(3)
      letters.send(completion: .finished)
      numbers.send(4)
      numbers.send(completion: .finished)
    }
    #expect(lines == ["2a", "3a", "4a", "finished"])
  }

  /// "When all upstream publishers finish, this publisher finishes", and not before: unlike
  /// RxSwift's.
  @Test func combineLatestWaitsForAllEvenWhenNoRowCanCome() {
    let lines = lines(of: Publishers.CombineLatest(numbers, letters)) {
      letters.send(completion: .finished)
      numbers.send(1)
      numbers.send(2)
    }
    #expect(lines == [])
  }

  @Test func combineLatestOfThree() {
    let rows = Publishers.CombineLatest3(numbers, letters, flags).map { "\($0)\($1)\($2)" }
    let lines = lines(of: rows.eraseToAnyPublisher()) {
      numbers.send(1)
      letters.send("a")
      flags.send(true)
      letters.send("b")
    }
    #expect(lines == ["1atrue", "1btrue"])
  }

  /// A form whose button is enabled when all fields are valid: as it stands in every app.
  @Test func publishedPropertiesEnableAButton() {
    final class Form {
      @Published var name = ""
      @Published var password = ""
      @Published var accepted = false
      @Published private(set) var isValid = false
      init() {
        Publishers.CombineLatest3($name, $password, $accepted)
          .map { name, password, accepted in !name.isEmpty && password.count > 2 && accepted }
          .removeDuplicates()
          .assign(to: &$isValid)
      }
    }
    let form = Form()
    var values: [Bool] = []
    let subscription = form.$isValid.sink { values.append($0) }
    form.name = "a"
    form.password = "abc"
    form.accepted = true
    form.password = "a"
    #expect(values == [false, true, false])
    subscription.cancel()
  }

  @Test func zipPairsElementsByTheirOrder() {
    let pairs = Publishers.Zip(numbers, letters).map { "\($0)\($1)" }
    let lines = lines(of: pairs) {
      numbers.send(1)
      numbers.send(2)
      letters.send("a")
      letters.send("b")
      letters.send("c")
    }
    #expect(lines == ["1a", "2b"])
  }

  /// "If either upstream publisher finishes …, the zipped publisher does the same": once what it
  /// has sent is used up.
  @Test func zipFinishesWithTheFirstThatIsUsedUp() {
    let lines = lines(of: Publishers.Zip(numbers, letters).map { "\($0)\($1)" }) {
      numbers.send(1)
      numbers.send(2)
      numbers.send(completion: .finished)
      letters.send("a")
      letters.send("b")
      letters.send("c")
    }
    #expect(lines == ["1a", "2b", "finished"])
    let method = self.lines(of: Just(1).zip(letters) { "\($0)\($1)" }) { letters.send("x") }
    #expect(method == ["1x", "finished"])
  }

  @Test func mergeSendsWhatComes() {
    let (a, b, c) = (
      PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>(),
      PassthroughSubject<Int, TestError>()
    )
    let send = {
      a.send(1)
      c.send(2)
      b.send(3)
      a.send(completion: .finished)
      b.send(4)
      c.send(completion: .failure(TestError("net")))
      b.send(5)
    }
    #expect(lines(of: Publishers.Merge3(a, b, c), send) == ["1", "2", "3", "4", "failure(net)"])
  }

  @Test func mergeOfMany() {
    let sources = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let lines = lines(of: Publishers.MergeMany(sources)) {
      for (index, source) in sources.enumerated() { source.send(index) }
      for source in sources { source.send(completion: .finished) }
    }
    #expect(lines == ["0", "1", "2", "finished"])
    #expect(
      self.lines(of: Publishers.MergeMany([AnyPublisher<Int, Never>]())) {} == ["finished"])
    #expect(self.lines(of: Publishers.Merge(Just(1), [2, 3].publisher)) {}.count == 4)
  }

  @Test func flatMapObservesNoMorePublishersThanItsLimit() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let one = numbers.flatMap(maxPublishers: .max(1)) { $0 == 1 ? a : b }
    let lines = lines(of: one) {
      numbers.send(1)
      numbers.send(2)
      b.send(9)
      a.send(10)
      a.send(completion: .finished)
      b.send(20)
    }
    #expect(lines == ["10", "20"])
  }

  /// `setFailureType` is not needed where one side cannot fail.
  @Test func flatMapAndSwitchToLatestMixFailures() {
    let failing = numbers.flatMap { number in
      Fail<String, TestError>(error: TestError("\(number)"))
    }
    #expect(lines(of: failing) { numbers.send(1) } == ["failure(1)"])
    let outer = PassthroughSubject<Int, TestError>()
    let lines = lines(of: outer.flatMap { Just("\($0)") }) {
      outer.send(1)
      outer.send(completion: .failure(TestError("net")))
    }
    #expect(lines == ["1", "failure(net)"])
    let newest = PassthroughSubject<Int, TestError>()
    #expect(
      self.lines(of: newest.map { Just($0) }.switchToLatest()) { newest.send(1) } == ["1"])
  }
}
