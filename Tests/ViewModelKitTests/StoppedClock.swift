import Testing
import ViewModelKit

/// Time that does not pass.
nonisolated struct StoppedClock: ClockSource {
  var now: Duration { .zero }
  func sleep(until deadline: Duration) async throws { throw CancellationError() }
}

/// A frontend that answers nothing.
final class NoServices: ServiceProvider {
  func answers(_ service: String) -> Bool { false }
  func ask(_ question: ServiceQuestion) {}
  func withdraw(_ question: ServiceQuestion) {}
}

extension Catalog {
  /// An instance of the ViewModel with that name, alone in the world.
  func make(_ name: String) throws -> HostedViewModel {
    try make(
      #require(self[name]), nil,
      in: Surroundings(uses: [:], clock: StoppedClock(), services: NoServices()))
  }
}
