import Observation
import ViewModelKit

/// Fetches a user, the goal that the migration sets itself: an observable property, and a method
/// that says `async` but returns at once, because the work is in a task of its own. Who awaits it
/// waits for nothing.
@Observable
final class GoalUserViewModel {
  private(set) var user: User?

  func fetch(userId: Int) async {
    Task {
      try? await Task.sleep(for: .seconds(1))
      user = User(id: userId)
    }
  }
}

extension GoalUserViewModel: ViewModel {
  static let interface = Interface<GoalUserViewModel> {
    input("fetch", GoalUserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
