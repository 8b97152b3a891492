import Reactive
import SampleViewModels
import ViewModelKit

// Fetching a user, at the stages of a migration from relays to Observation. All give the same transcript.

/// Relays for all to see.
package final class RelaysUserViewModel {
  private let disposeBag = DisposeBag()

  package let fetchRelay = PublishRelay<Int>()
  package let userRelay = BehaviorRelay<User?>(value: nil)

  package init() {
    fetchRelay
      .delay(.seconds(1), scheduler: MainScheduler.instance)
      .map { User(id: $0) }
      .bind(to: userRelay)
      .disposed(by: disposeBag)
  }
}

extension RelaysUserViewModel: ViewModel {
  package static let interface = Interface<RelaysUserViewModel> {
    input("fetch", \.fetchRelay, "userId")
    output("user", \.userRelay)
  }
}

/// An observer in, an observable out.
package final class ObserverUserViewModel {
  private let disposeBag = DisposeBag()

  package let fetchObserver: AnyObserver<Int>
  package let userObservable: Observable<User?>

  private let fetchTrigger = PublishRelay<Int>()
  private let userRelay = BehaviorRelay<User?>(value: nil)

  package init() {
    let fetchTrigger = fetchTrigger
    fetchObserver = AnyObserver { event in
      guard let userId = event.element else { return }
      fetchTrigger.accept(userId)
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
  package static let interface = Interface<ObserverUserViewModel> {
    input("fetch", \.fetchObserver, "userId")
    output("user", \.userObservable)
  }
}

/// The streams of the view come in through `init`.
package final class InjectedUserViewModel {
  package let userObservable: Observable<User?>

  private let userRelay = BehaviorRelay<User?>(value: nil)
  private let disposeBag = DisposeBag()

  package init(fetchTrigger: Observable<Int>) {
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
  package static let interface = Interface<InjectedUserViewModel> {
    output("user", \.userObservable)
  }
}

/// A method in, an observable out.
package final class MethodUserViewModel {
  package var user: Observable<User?> { userRelay.asObservable() }

  private let fetchTrigger = PublishRelay<Int>()
  private let userRelay = BehaviorRelay<User?>(value: nil)
  private let disposeBag = DisposeBag()

  package init() {
    fetchTrigger
      .delay(.seconds(1), scheduler: MainScheduler.instance)
      .map { User(id: $0) }
      .bind(to: userRelay)
      .disposed(by: disposeBag)
  }

  package func fetch(userId: Int) { fetchTrigger.accept(userId) }
}

extension MethodUserViewModel: ViewModel {
  package static let interface = Interface<MethodUserViewModel> {
    input("fetch", MethodUserViewModel.fetch, "userId")
    output("user", \.user)
  }
}

extension Catalog {
  static let userStyles = Catalog {
    viewModel("example.user.relays", RelaysUserViewModel.init)
    viewModel("example.user.observer", ObserverUserViewModel.init)
    viewModel(
      "example.user.injected", InjectedUserViewModel.init(fetchTrigger:),
      .stream("fetch", "userId"))
    viewModel("example.user.method", MethodUserViewModel.init)
    viewModel("example.user.combine", CombineUserViewModel.init)
  }
}
