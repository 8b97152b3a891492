import Reactive
import ViewModelKit

/// Fetches a user, the second step of the migration: a task instead of the pipeline; only the
/// output is a relay still.
final class TaskUserViewModel {
  let userObservable: Observable<User?>

  private let userRelay = BehaviorRelay<User?>(value: nil)

  init() { userObservable = userRelay.asObservable() }

  func fetch(userId: Int) {
    Task {
      try? await Task.sleep(for: .seconds(1))
      userRelay.accept(User(id: userId))
    }
  }
}

extension TaskUserViewModel: ViewModel {
  static let interface = Interface<TaskUserViewModel> {
    input("fetch", TaskUserViewModel.fetch, "userId")
    output("user", \.userObservable)
  }
}
