import Observation
import ViewModelKit

/// All that can go wrong inside a ViewModel.
@Observable
package final class FaultyViewModel {
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  package private(set) var attempts = 0
  @ObservationIgnored package let ticks: AsyncThrowingStream<Int, any Error>
  @ObservationIgnored private let continuation: AsyncThrowingStream<Int, any Error>.Continuation

  package init(refusing reason: String?) throws {
    if let reason { throw Fault(description: reason) }
    (ticks, continuation) = AsyncThrowingStream.makeStream()
  }

  package func fail() throws {
    attempts += 1
    throw Fault(description: "this never works")
  }

  package func failLater() async throws {
    try await Task.sleep(for: .milliseconds(1))
    attempts += 1
    throw Fault(description: "this never works either")
  }

  /// Writes to standard output, which belongs to the protocol.
  package func say(_ text: String) -> Int {
    print(text)
    attempts += 1
    return text.utf8.count
  }

  /// Reads from standard input, which belongs to the protocol.
  package func listen() -> String? { readLine() }

  package func tick(_ number: Int) { continuation.yield(number) }

  package func breakTicks() { continuation.finish(throwing: Fault(description: "out of ticks")) }
}

extension FaultyViewModel: ViewModel {
  package static let interface = Interface<FaultyViewModel> {
    input("fail", FaultyViewModel.fail)
    input("failLater", FaultyViewModel.failLater)
    input("say", FaultyViewModel.say, "text")
    input("listen", FaultyViewModel.listen)
    input("tick", FaultyViewModel.tick, .named("number", default: 1))
    input("breakTicks", FaultyViewModel.breakTicks)
    output("attempts", \.attempts)
    event("tick", \.ticks)
  }
}
