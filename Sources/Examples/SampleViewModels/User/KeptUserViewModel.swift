import Observation
import ViewModelKit

/// Fetches a user from a service with `do` and `catch`: a failure is reported, and the user who was
/// there stays. A fetch that is cancelled changes nothing.
@Observable
final class KeptUserViewModel {
  private(set) var user: User?

  @ObservationIgnored var onError: ((any Error) -> Void)?

  private let services: Services

  init(services: Services) { self.services = services }

  func fetch(userId: Int) async {
    do {
      user = try await services.send(UserRequest(userId: userId))
    } catch is CancellationError {
      // Who called has left: that is no failure, and there is no caller to report it to.
    } catch {
      onError?(error)
    }
  }
}

extension KeptUserViewModel: ViewModel {
  static let interface = Interface<KeptUserViewModel> {
    input("fetch", KeptUserViewModel.fetch, "userId")
    output("user", \.user)
    event("error", \.onError)
  }
}
