import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// Operators that ask something of a publisher, and those whose closure throws.
struct QuestionsTests {
  private func lines<Output, Failure>(_ publisher: some Publisher<Output, Failure>) -> [String] {
    var lines: [String] = []
    publisher.sink {
      lines.append("\($0)")
    } receiveValue: {
      lines.append("\($0)")
    }
    .cancel()
    return lines
  }

  private let numbers = [1, 2, 3, 4].publisher
  private let none = Empty<Int, Never>()

  @Test func questionsAreAnsweredOnceAndFinish() {
    #expect(lines(numbers.first { $0 > 2 }) == ["3", "finished"])
    #expect(lines(numbers.last { $0 < 3 }) == ["2", "finished"])
    #expect(lines(numbers.output(at: 2)) == ["3", "finished"])
    #expect(lines(numbers.output(at: 9)) == ["finished"])
    #expect(lines(numbers.contains(2)) == ["true", "finished"])
    #expect(lines(numbers.contains(9)) == ["false", "finished"])
    #expect(lines(numbers.allSatisfy { $0 > 0 }) == ["true", "finished"])
    #expect(lines(numbers.allSatisfy { $0 > 1 }) == ["false", "finished"])
    #expect(lines(none.allSatisfy { $0 > 1 }) == ["true", "finished"])
    #expect(lines(numbers.collect(3)) == ["[1, 2, 3]", "[4]", "finished"])
    #expect(lines(numbers.collect(2)) == ["[1, 2]", "[3, 4]", "finished"])
    #expect(lines(numbers.count()) == ["4", "finished"])
    #expect(lines(numbers.reduce(0, +)) == ["10", "finished"])
    #expect(lines(numbers.drop { $0 < 3 }) == ["3", "4", "finished"])
    #expect(lines(numbers.prefix { $0 < 3 }) == ["1", "2", "finished"])
    #expect(lines(numbers.ignoreOutput()) == ["finished"])
    #expect(lines(none.replaceEmpty(with: 7)) == ["7", "finished"])
    #expect(lines([1, nil].publisher.replaceNil(with: 0)) == ["1", "0", "finished"])
    #expect(lines(numbers.append(Just(5)).prepend(Just(0)).count()) == ["6", "finished"])
  }

  @Test func closuresThatThrow() {
    let check = { (number: Int) throws -> Int in
      if number == 3 { throw TestError("three") }
      return number
    }
    let expected = ["1", "2", "failure(three)"]
    #expect(lines(numbers.tryMap(check)) == expected)
    #expect(lines(numbers.tryFilter { try check($0) > 0 }) == expected)
    #expect(lines(numbers.tryCompactMap { try check($0) }) == expected)
    #expect(lines(numbers.tryScan(0) { try check($1) }) == expected)
    #expect(
      lines(numbers.tryMap(check).tryCatch { error -> Just<Int> in throw error }) == expected)
    #expect(
      lines(numbers.tryMap(check).tryCatch { _ in Just(9) }) == ["1", "2", "9", "finished"])
  }

  @Test func resultsAndOptionalsAreSentAsElements() {
    #expect(lines(Result<Int, TestError>.success(1).publisher) == ["1", "finished"])
    #expect(
      lines(Result<Int, TestError>.failure(TestError("net")).publisher) == ["failure(net)"])
    #expect(lines(Optional(1).publisher) == ["1", "finished"])
    #expect(lines(Int?.none.publisher) == ["finished"])
  }

  @Test func untilAnotherPublisherSends() {
    let (source, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
    var lines: [String] = []
    let subscriptions = [
      source.prefix(untilOutputFrom: other).sink { lines.append("prefix \($0)") },
      source.drop(untilOutputFrom: other).sink { lines.append("drop \($0)") },
    ]
    source.send(1)
    other.send()
    source.send(2)
    #expect(lines == ["prefix 1", "drop 2"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func retrySubscribesAgainAfterAFailure() {
    var attempts = 0
    let request = Deferred { () -> AnyPublisher<Int, TestError> in
      attempts += 1
      return attempts < 3
        ? Fail(error: TestError("\(attempts)")).eraseToAnyPublisher()
        : Just(1).setFailureType(to: TestError.self).eraseToAnyPublisher()
    }
    #expect(lines(request.retry(1)) == ["failure(2)"])
    #expect(lines(request.retry(1)) == ["1", "finished"])
  }

  /// A cancellation is reported as such, and an end is not.
  @Test func handleEventsReportsACancellation() {
    let source = PassthroughSubject<Int, TestError>()
    var lines: [String] = []
    let watched = source.handleEvents(
      receiveSubscription: { _ in lines.append("subscribed") },
      receiveOutput: { lines.append("\($0)") }, receiveCompletion: { lines.append("\($0)") },
      receiveCancel: { lines.append("cancelled") })
    let sink = { watched.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
    sink().cancel()
    #expect(lines == ["subscribed", "cancelled"])
    lines = []
    let second = sink()
    source.send(1)
    source.send(completion: .failure(TestError("net")))
    second.cancel()
    #expect(lines == ["subscribed", "1", "failure(net)"])
  }
}
