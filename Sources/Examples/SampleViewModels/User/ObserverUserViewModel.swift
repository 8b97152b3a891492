import Reactive
import ViewModelKit

/// Fetches a user: an observer in, an observable out, and the relays private.
final class ObserverUserViewModel {
  let fetchObserver: AnyObserver<Int>
  let userObservable: Observable<User?>

  private let fetchTrigger = PublishRelay<Int>()
  private let userRelay = BehaviorRelay<User?>(value: nil)
  private let disposeBag = DisposeBag()

  init() {
    fetchObserver = AnyObserver { [fetchTrigger] event in
      if let userId = event.element { fetchTrigger.accept(userId) }
    }
    userObservable = userRelay.asObservable()
    disposeBag.insert {
      fetchTrigger
        .delay(.seconds(1), scheduler: MainScheduler.instance)
        .map { User(id: $0) }
        .bind(to: userRelay)
    }
  }
}

extension ObserverUserViewModel: ViewModel {
  static let interface = Interface<ObserverUserViewModel> {
    input("fetch", \.fetchObserver, "userId")
    output("user", \.userObservable)
  }
}
