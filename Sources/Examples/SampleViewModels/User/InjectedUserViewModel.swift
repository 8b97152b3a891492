import Reactive
import ViewModelKit

/// Fetches a user: the stream of the view's taps comes in through `init`.
final class InjectedUserViewModel {
  let userObservable: Observable<User?>

  private let userRelay = BehaviorRelay<User?>(value: nil)
  private let disposeBag = DisposeBag()

  init(fetchTrigger: Observable<Int>) {
    userObservable = userRelay.asObservable()
    disposeBag.insert {
      fetchTrigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { User(id: $0) }
        .bind(to: userRelay)
    }
  }
}

extension InjectedUserViewModel: ViewModel {
  static let interface = Interface<InjectedUserViewModel> {
    output("user", \.userObservable)
  }
}
