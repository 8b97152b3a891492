import JSON
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

/// Does not care what happens inside.
nonisolated final class SilentObserver: ViewModelObserver {
  func outputsDidChange(at places: OutputSet) {}
  func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {}
  func workDidFail(_ error: any Error) {}
}

extension Catalog {
  /// An instance of the ViewModel with that name, alone in the world.
  func make(_ name: String, _ parameters: JSONValue? = nil) throws -> HostedViewModel {
    try make(
      #require(self[name]), parameters,
      in: Surroundings(uses: [:], clock: StoppedClock(), services: NoServices()))
  }
}
