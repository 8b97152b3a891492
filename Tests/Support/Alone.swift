import Hosting
import JSON
import ViewModelKit

/// A frontend that answers nothing.
@MainActor
package final class NoServices: ServiceProvider {
  package init() {}

  package func answers(_ service: String) -> Bool { false }
  package func start(_ call: ServiceCall) {}
  package func cancel(_ call: ServiceCall) {}
  package func noteUnanswered(_ service: String) {}
}

extension Catalog {
  /// An instance of the ViewModel with that name, alone in the world.
  @MainActor
  package func make(_ name: String, _ parameters: JSONValue? = nil) throws -> HostedViewModel {
    guard let definition = try definition(named: name) else { throw NoViewModel(name: name) }
    return try make(
      definition, parameters,
      in: InitEnvironment(uses: [], clock: StoppedClock(), services: NoServices()))
  }
}

private struct NoViewModel: Error {
  let name: String
}
