import Reactive
import ViewModelKit

/// Fetches a user: relays for all to see, which every view could also misuse. It is the shortest
/// form, which the others keep views from misusing.
final class RelaysUserViewModel {
  let fetchRelay = PublishRelay<Int>()
  let userRelay = BehaviorRelay<User?>(value: nil)

  private let disposeBag = DisposeBag()

  init() {
    fetchRelay
      .delay(.seconds(1), scheduler: MainScheduler.instance)
      .map { User(id: $0) }
      .bind(to: userRelay)
      .disposed(by: disposeBag)
  }
}

extension RelaysUserViewModel: ViewModel {
  static let interface = Interface<RelaysUserViewModel> {
    input("fetch", \.fetchRelay, "userId")
    output("user", \.userRelay)
  }
}
