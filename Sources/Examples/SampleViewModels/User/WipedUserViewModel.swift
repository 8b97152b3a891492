import Observation
import ViewModelKit

/// Fetches a user from a service with `try?`: a failure is `nil`, and `nil` is stored. The user who
/// was there is gone, and the reason is lost. The same happens whenever who called leaves, as
/// cancellation is an error, too.
@Observable
final class WipedUserViewModel {
  private(set) var user: User?

  private let services: Services

  init(services: Services) { self.services = services }

  func fetch(userId: Int) async {
    user = try? await services.send(UserRequest(userId: userId))
  }
}

extension WipedUserViewModel: ViewModel {
  static let interface = Interface<WipedUserViewModel> {
    input("fetch", WipedUserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
