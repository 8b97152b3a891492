import OperatingSystem
import Reactive

/// The Reactive module's part of the table: how many elements a second go through a chain that is
/// fed by a relay.
func reactiveBenchmarks() -> [Benchmark] {
  chains.map { chain in
    // The benchmarks run on the main thread, before any task.
    Benchmark(name: chain.title) { try MainActor.assumeIsolated { try rows(chain) } }
  }
}

/// A chain, and how many elements a second it should take.
private struct Chain {
  let name: String
  var goal: Int?
  /// Whether no memory should be allocated for an element.
  var isFree = false
  /// Subscribes the chain to the relay; the observer adds up what arrives.
  let subscribe: @MainActor (PublishRelay<Int>, @escaping (Int) -> Void) -> any Disposable

  var title: String { "reactive: " + name }
}

private let elements = 1_000_000

private let chains = [
  Chain(name: "relay") { relay, observer in
    relay.subscribe(onNext: observer)
  },
  Chain(name: "map.filter", isFree: true) { relay, observer in
    relay.map { $0 &+ 1 }.filter { $0 >= 0 }.subscribe(onNext: observer)
  },
  Chain(name: "map.filter.scan", goal: 10_000_000, isFree: true) { relay, observer in
    relay.map { $0 &+ 1 }.filter { $0 >= 0 }.scan(0) { $0 &+ $1 }.subscribe(onNext: observer)
  },
  Chain(name: "distinctUntilChanged") { relay, observer in
    relay.distinctUntilChanged().subscribe(onNext: observer)
  },
  Chain(name: "withLatestFrom", goal: 2_000_000) { relay, observer in
    relay.withLatestFrom(Observable.just(1)) { $0 &+ $1 }.subscribe(onNext: observer)
  },
  Chain(name: "combineLatest", goal: 2_000_000) { relay, observer in
    Observable.combineLatest(relay, Observable.just(1)) { $0 &+ $1 }.subscribe(onNext: observer)
  },
  Chain(name: "flatMap(just)") { relay, observer in
    relay.flatMap { Observable.just($0) }.subscribe(onNext: observer)
  },
  Chain(name: "flatMapLatest(just)", goal: 2_000_000) { relay, observer in
    relay.flatMapLatest { Observable.just($0) }.subscribe(onNext: observer)
  },
  Chain(name: "share(replay: 1)") { relay, observer in
    relay.share(replay: 1).subscribe(onNext: observer)
  },
]

private let countsAllocations = RuntimeAllocations.beginCounting()

/// How often some work has the Swift runtime ask for memory; `nil` where that is unknown.
private func allocations(_ work: () -> Void) -> Int? {
  guard countsAllocations else { return nil }
  let before = RuntimeAllocations.count
  work()
  return RuntimeAllocations.count - before
}

@MainActor private func rows(_ chain: Chain) throws -> [Row] {
  let relay = PublishRelay<Int>()
  var count = 0
  let subscription = chain.subscribe(relay) { _ in count += 1 }
  let rounds = 5
  let seconds = median(rounds: rounds) {
    for element in 0..<elements { relay.accept(element) }
  }
  guard count == rounds * elements else {
    throw BenchmarkError("\(chain.name): \(count) elements arrived")
  }
  let counted = 1_000
  let objects = allocations { for element in 0..<counted { relay.accept(element) } }
  subscription.dispose()
  let rate = Double(elements) / seconds
  let speed = Row(
    name: chain.title, figure: "\(digits(rate / 1_000_000)) M/s",
    goal: chain.goal.map { "\($0 / 1_000_000) M/s" } ?? "",
    isMet: chain.goal.map { rate >= Double($0) })
  guard let objects else { return [speed] }
  let memory = Row(
    name: chain.title + ", objects for an element",
    figure: digits(Double(objects) / Double(counted)), goal: chain.isFree ? "0" : "",
    isMet: chain.isFree ? objects == 0 : nil)
  return [speed, memory]
}
