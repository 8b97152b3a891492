import JSON
import TestSupport
import Testing
import ViewModelKit

/// A frontend that answers nothing.
final class NoServices: ServiceProvider {
  func answers(_ service: String) -> Bool { false }
  func ask(_ question: ServiceQuestion) {}
  func withdraw(_ question: ServiceQuestion) {}
}

extension Catalog {
  /// An instance of the ViewModel with that name, alone in the world.
  func make(_ name: String, _ parameters: JSONValue? = nil) throws -> HostedViewModel {
    try make(
      #require(self[name]), parameters,
      in: Surroundings(uses: [:], clock: StoppedClock(), services: NoServices()))
  }
}
