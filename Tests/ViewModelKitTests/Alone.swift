import JSON
import TestSupport
import Testing
import ViewModelKit

/// A frontend that answers nothing.
final class NoServices: ServiceProvider {
  func answers(_ service: String) -> Bool { false }
  func start(_ call: ServiceCall) {}
  func cancel(_ call: ServiceCall) {}
}

extension Catalog {
  /// An instance of the ViewModel with that name, alone in the world.
  func make(_ name: String, _ parameters: JSONValue? = nil) throws -> HostedViewModel {
    try make(
      #require(self[name]).definition, parameters,
      in: CreationEnvironment(uses: [], clock: StoppedClock(), services: NoServices()))
  }
}
