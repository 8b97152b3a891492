import Reactive
import ReactiveCombine
import Testing

/// What Combine says of `multicast`, `makeConnectable` and `autoconnect`: there is one subject, for
/// good.
struct ConnectionTests {
  private var subscriptions = Set<AnyCancellable>()

  private func counting() -> (publisher: AnyPublisher<Int, Never>, starts: () -> Int) {
    final class Counter { var count = 0 }
    let counter = Counter()
    let publisher = Deferred {
      counter.count += 1
      return Just(counter.count)
    }
    return (publisher.eraseToAnyPublisher(), { counter.count })
  }

  @Test mutating func afterTheEndThereIsOnlyTheEnd() {
    let (publisher, starts) = counting()
    let connected = publisher.makeConnectable().autoconnect()
    final class Log { var lines: [String] = [] }
    let log = Log()
    for name in ["A", "B"] {
      connected.sink { _ in
        log.lines.append("\(name) |")
      } receiveValue: {
        log.lines.append("\(name) \($0)")
      }
      .store(in: &subscriptions)
    }
    #expect(log.lines == ["A 1", "A |", "B |"])
    #expect(starts() == 1)
  }

  @Test func autoconnectStartsAgainAfterTheLastHasGone() {
    let subject = PassthroughSubject<Int, Never>()
    var (starts, values) = (0, [Int]())
    let connected = subject.handleEvents(receiveSubscription: { _ in starts += 1 })
      .makeConnectable().autoconnect()
    for number in 1...2 {
      let subscription = connected.sink { values.append($0) }
      subject.send(number)
      subscription.cancel()
      subject.send(9)
    }
    #expect(starts == 2)
    #expect(values == [1, 2])
  }

  @Test func theSubjectIsMadeOnceWhenItIsNeeded() {
    var made = 0
    let source = PassthroughSubject<Int, Never>()
    let connectable = source.multicast { () -> PassthroughSubject<Int, Never> in
      made += 1
      return PassthroughSubject()
    }
    #expect(made == 0)
    var values: [Int] = []
    let subscription = connectable.sink { values.append($0) }
    for number in 1...2 {
      let connection = connectable.connect()
      source.send(number)
      connection.cancel()
      source.send(9)
    }
    #expect(made == 1)
    #expect(values == [1, 2])
    subscription.cancel()
  }

  /// As OpenCombine's tests say, which Apple's Combine passes too: whoever connects twice gets
  /// everything twice.
  @Test func eachConnectionSendsOnItsOwn() {
    let source = PassthroughSubject<Int, Never>()
    let connectable = source.makeConnectable()
    var values: [Int] = []
    let subscription = connectable.sink { values.append($0) }
    source.send(9)
    let (first, second) = (connectable.connect(), connectable.connect())
    source.send(1)
    first.cancel()
    source.send(2)
    second.cancel()
    source.send(9)
    #expect(values == [1, 1, 2])
    subscription.cancel()
  }

  @Test func allConnectionsEndOnce() {
    let source = PassthroughSubject<Int, Never>()
    let connectable = source.multicast(subject: PassthroughSubject())
    var (values, ends) = ([Int](), 0)
    let subscription = connectable.sink { _ in
      ends += 1
    } receiveValue: {
      values.append($0)
    }
    let connections = [connectable.connect(), connectable.connect()]
    source.send(1)
    source.send(completion: .finished)
    #expect(values == [1, 1])
    #expect(ends == 1)
    connections.forEach { $0.cancel() }
    subscription.cancel()
  }
}
