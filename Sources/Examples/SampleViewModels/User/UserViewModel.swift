import Observation
import ViewModelKit

/// Fetches a user, with a property and an asynchronous method.
///
/// This is where the migration ends. Several fetches may run; the one that ends last wins. A fetch
/// that is cancelled shows no user.
@Observable
final class UserViewModel {
  /// Who was fetched last.
  private(set) var user: User?

  /// Fetches a user, which takes a second.
  ///
  /// - Parameter userId: whom.
  func fetch(userId: Int) async {
    // Stands for a request over the network.
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    // A sleep that is cancelled ends early: who called has left.
    if Task.isCancelled { return }
    user = User(id: userId)
  }
}

extension UserViewModel: ViewModel {
  static let interface = Interface<UserViewModel> {
    input("fetch", UserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
