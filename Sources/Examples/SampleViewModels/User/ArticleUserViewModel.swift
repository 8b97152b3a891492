import Observation
import ViewModelKit

/// Fetches a user as the article prints it: `try?` passes over the error of a cancelled sleep, so
/// the user is shown as soon as who called has left. ``UserViewModel`` asks in between whether the
/// task is cancelled.
@Observable
final class ArticleUserViewModel {
  private(set) var user: User?

  func fetch(userId: Int) async {
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    user = User(id: userId)
  }
}

extension ArticleUserViewModel: ViewModel {
  static let interface = Interface<ArticleUserViewModel> {
    input("fetch", ArticleUserViewModel.fetch, "userId")
    output("user", \.user)
  }
}
