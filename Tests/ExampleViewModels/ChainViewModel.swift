import Observation
import ViewModelKit

/// All ways to run things at once, whose order is fixed when time is virtual.
@Observable
package final class ChainViewModel {
  package private(set) var log: [String] = []

  package init() {}

  /// A function on another executor, a group of 20 tasks, an actor, and three sleeps.
  package func run() async throws {
    log.append("square of 12: \(await Self.square(12))")
    try await Task.sleep(for: .milliseconds(10))
    let order = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<20 {
        group.addTask {
          // Those with an odd index end later, and all of them in reverse.
          try await Task.sleep(for: .milliseconds(100 - index + (index % 2) * 50))
          return await Self.square(index)
        }
      }
      var order: [Int] = []
      for try await value in group { order.append(value) }
      return order
    }
    log.append("group: \(order.map(String.init).joined(separator: " "))")
    try await Task.sleep(nanoseconds: 10_000_000)
    async let first = Self.square(3)
    async let second = Self.square(4)
    log.append("async let: \(await first + second)")
    let tally = Tally()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<5 { group.addTask { await tally.add(index) } }
    }
    log.append("actor: \(await tally.order.map(String.init).joined(separator: " "))")
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let detached = Task.detached {
      for number in 0..<3 {
        continuation.yield(number)
        await Task.yield()
      }
      continuation.finish()
    }
    for await number in stream { log.append("stream: \(number)") }
    await detached.value
    try await ContinuousClock().sleep(for: .milliseconds(10))
    log.append("end")
  }

  @concurrent
  private static func square(_ number: Int) async -> Int { number * number }

  private actor Tally {
    private(set) var order: [Int] = []
    func add(_ number: Int) { order.append(number) }
  }
}

extension ChainViewModel: ViewModel {
  package static let interface = Interface<ChainViewModel> {
    input("run", ChainViewModel.run)
    output("log", \.log)
  }
}
