import Observation
import ViewModelKit

/// Fetches a user, which takes a second: where the migration ends, with a property and an asynchronous method.
///
/// Several fetches may be under way; the one that ends last wins.
@Observable
final class UserViewModel {
  private(set) var user: User?

  func fetch(userId: Int) async {
    // Stands for a request over the network.
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    user = User(id: userId)
  }
}

extension UserViewModel: ViewModel {
  static let interface = Interface<UserViewModel> {
    input("fetch", UserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
