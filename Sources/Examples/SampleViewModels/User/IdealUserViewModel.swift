import Observation
import ViewModelKit

/// Fetches a user, the third step of the migration: the output is a property, too, and the method
/// does not pretend that one could wait for it.
@Observable
final class IdealUserViewModel {
  private(set) var user: User?

  func fetch(userId: Int) {
    Task {
      try? await Task.sleep(for: .seconds(1))
      user = User(id: userId)
    }
  }
}

extension IdealUserViewModel: ViewModel {
  static let interface = Interface<IdealUserViewModel> {
    input("fetch", IdealUserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
