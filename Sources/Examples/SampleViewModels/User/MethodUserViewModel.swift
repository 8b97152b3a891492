import Reactive
import ViewModelKit

/// Fetches a user, the first step of the migration: the input is a method, which feeds the old
/// pipeline.
final class MethodUserViewModel {
  let userObservable: Observable<User?>

  private let fetchTrigger = PublishRelay<Int>()
  private let userRelay = BehaviorRelay<User?>(value: nil)
  private let disposeBag = DisposeBag()

  init() {
    userObservable = userRelay.asObservable()
    disposeBag.insert {
      fetchTrigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { User(id: $0) }
        .bind(to: userRelay)
    }
  }

  func fetch(userId: Int) { fetchTrigger.accept(userId) }
}

extension MethodUserViewModel: ViewModel {
  static let interface = Interface<MethodUserViewModel> {
    input("fetch", MethodUserViewModel.fetch, "userId")
    output("user", \.userObservable)
  }
}
