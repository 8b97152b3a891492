@_spi(Host) import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// Names of Combine that are used less often.
struct NamesTests {
  private let numbers = [3, 1, 4, 1, 5].publisher

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

  private final class Form {
    @Published var name = "ab"
    let length: Publishers.Map<Published<String>.Publisher, Int>
    private(set) lazy var isLong: Publishers.Map<AnyPublisher<String, Never>, Bool> =
      $name.eraseToAnyPublisher().map { $0.count > 2 }

    init() {
      length = _name.projectedValue.map(\.count)
    }
  }

  @Test func mapIsAType() {
    let form = Form()
    #expect(lines(form.length.prefix(1)) == ["2", "finished"])
    #expect(lines(form.isLong.prefix(1)) == ["false", "finished"])
    let doubled = Publishers.Map(upstream: Just(2)) { $0 * 2 }
    #expect((doubled.upstream.output, doubled.transform(5)) == (2, 10))
    #expect(lines(doubled) == ["4", "finished"])
  }

  /// The return type of a helper that many apps have.
  @Test func switchToLatestIsAType() {
    let inner = PassthroughSubject<Int, Never>()
    let outer = PassthroughSubject<Int, Never>()
    var elements: [Int] = []
    let subscription = outer.flatMapLatest { number in inner.map { number * $0 } }
      .sink { elements.append($0) }
    outer.send(10)
    inner.send(1)
    outer.send(100)
    inner.send(2)
    #expect(elements == [10, 200])
    subscription.cancel()
    let latest = Publishers.SwitchToLatest(upstream: Just(Just(2)))
    #expect(latest.upstream.output.output == 2)
    #expect(lines(latest) == ["2", "finished"])
  }

  @Test func propertiesOfElements() {
    let ranges = [1..<3, 4..<9].publisher
    #expect(
      lines(ranges.map(\.lowerBound, \.count)) == ["(1, 2)", "(4, 5)", "finished"])
    #expect(
      lines(ranges.map(\.lowerBound, \.upperBound, \.isEmpty))
        == ["(1, 3, false)", "(4, 9, false)", "finished"])
  }

  @Test func theSmallestAndTheLargest() {
    #expect(lines(numbers.min()) == ["1", "finished"])
    #expect(lines(numbers.max()) == ["5", "finished"])
    #expect(lines(numbers.min { $0 > $1 }) == ["5", "finished"])
    #expect(lines(numbers.max { $0 > $1 }) == ["1", "finished"])
    #expect(lines(Empty<Int, Never>().max()) == ["finished"])
    #expect(
      lines(["b1", "a1", "a2", "b2"].publisher.min { $0.first ?? " " < $1.first ?? " " })
        == ["a1", "finished"])
    #expect(
      lines(["a1", "b1", "b2", "a2"].publisher.max { $0.first ?? " " < $1.first ?? " " })
        == ["b1", "finished"])
  }

  @Test func elementsByTheirNumbers() {
    #expect(lines(numbers.output(in: 1..<3)) == ["1", "4", "finished"])
    #expect(lines(numbers.output(in: 1...3)) == ["1", "4", "1", "finished"])
    #expect(lines(numbers.output(in: 3...)) == ["1", "5", "finished"])
    #expect(lines(numbers.output(in: ..<2)) == ["3", "1", "finished"])
  }

  @Test func sequencesBeforeAndAfter() {
    #expect(lines(Just(2).prepend(0...1)) == ["0", "1", "2", "finished"])
    #expect(lines(Just(2).append(3...4)) == ["2", "3", "4", "finished"])
    #expect(lines(Just(2).prepend(0, 1).append(3, 4)) == ["0", "1", "2", "3", "4", "finished"])
    #expect(lines(Just(2).prepend([0, 1]).append([3])) == ["0", "1", "2", "3", "finished"])
  }

  @Test func closuresThatThrow() {
    #expect(lines(numbers.tryReduce(0) { $0 + $1 }) == ["14", "finished"])
    #expect(
      lines(numbers.tryReduce(0) { _, _ -> Int in throw TestError("sum") }) == ["failure(sum)"])
    #expect(
      lines(numbers.tryRemoveDuplicates { $0 < $1 }) == ["3", "1", "1", "finished"])
    #expect(lines(numbers.removeDuplicates { $0 < $1 }) == ["3", "1", "1", "finished"])
    #expect(
      lines(numbers.tryRemoveDuplicates { _, _ in throw TestError("same") })
        == ["3", "failure(same)"])
  }

  @Test func anEmptyPublisherOfGivenTypes() {
    let empty = Empty(
      completeImmediately: true, outputType: Int.self, failureType: TestError.self)
    #expect(lines(empty) == ["finished"])
    #expect(
      lines(Empty(completeImmediately: false, outputType: Int.self, failureType: Never.self)) == [])
    #expect(lines(Fail(outputType: Int.self, failure: TestError("net"))) == ["failure(net)"])
  }

  @Test func theValueOfAFuture() async throws {
    var fulfil: ((Result<Int, Never>) -> Void)?
    let future = Future<Int, Never> { fulfil = $0 }
    let value = Task.immediate { await future.value }
    fulfil?(.success(7))
    #expect(await value.value == 7)
    #expect(await future.value == 7)
    let failing = Future<Int, TestError> { $0(.failure(TestError("net"))) }
    await #expect(throws: TestError("net")) { try await failing.value }
  }

  @Test func whatIsPrintedAndWhatCannotFail() {
    #expect(
      DebugOutput.$write.withValue({ _ in }, operation: { lines(Just(1).print()) }) == [
        "1", "finished",
      ])
    #expect(
      lines(Just(1).setFailureType(to: TestError.self).assertNoFailure()) == ["1", "finished"])
    let failing = Just(Fail<Int, TestError>(error: TestError("net"))).switchToLatest()
    #expect(lines(failing) == ["failure(net)"])
  }

  @Test func subjectsAreFed() {
    let (passing, current) = (
      PassthroughSubject<Int, TestError>(), CurrentValueSubject<Int, Never>(0)
    )
    var lines: [String] = []
    var subscriptions: [AnyCancellable] = []
    current.sink(
      receiveCompletion: { lines.append("\($0)") }, receiveValue: { lines.append("\($0)") }
    )
    .store(in: &subscriptions)
    passing.handleEvents(receiveCompletion: { lines.append("watched \($0)") })
      .replaceError(with: 9).subscribe(current).store(in: &subscriptions)
    passing.send(1)
    passing.send(completion: .finished)
    #expect(lines == ["0", "1", "watched finished", "finished"])
    #expect(subscriptions.count == 2)
  }

  private struct Place {
    let city: String
    let street: String
  }

  private func field<Source: Publisher, Value: Equatable>(
    _ keyPath: KeyPath<Source.Output, Value>, of source: Source
  ) -> AnyPublisher<Value, Source.Failure> {
    source.map(keyPath).removeDuplicates().eraseToAnyPublisher()
  }

  @Test func aKeyPathThatIsAVariable() {
    let places = [Place(city: "A", street: "x"), Place(city: "A", street: "y")].publisher
    #expect(lines(field(\.city, of: places)) == ["A", "finished"])
    #expect(lines(field(\.street, of: places)) == ["x", "y", "finished"])
    let (city, street) = (\Place.city, \Place.street)
    #expect(lines(places.map(city)) == ["A", "A", "finished"])
    #expect(lines(places.map(city, street).map { $0 + $1 }) == ["Ax", "Ay", "finished"])
    #expect(
      lines(places.map(city, street, city).map { $0 + $1 + $2 }) == ["AxA", "AyA", "finished"])
    #expect(lines(places.map(\.street)) == ["x", "y", "finished"])
  }
}

extension Publisher {
  fileprivate func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping (Output) -> Inner
  ) -> Publishers.SwitchToLatest<Inner, Publishers.Map<Self, Inner>>
  where Inner.Failure == Failure { map(transform).switchToLatest() }
}
