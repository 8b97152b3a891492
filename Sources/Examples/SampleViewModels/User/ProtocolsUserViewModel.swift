import Reactive
import ViewModelKit

protocol UserInputs {
  var fetchObserver: AnyObserver<Int> { get }
}

protocol UserOutputs {
  var userObservable: Observable<User?> { get }
}

/// Fetches a user, where the migration starts: the observer and the observable behind a protocol
/// each.
final class ProtocolsUserViewModel: UserInputs, UserOutputs {
  let fetchObserver: AnyObserver<Int>
  let userObservable: Observable<User?>

  var inputs: any UserInputs { self }
  var outputs: any UserOutputs { self }

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

extension ProtocolsUserViewModel: ViewModel {
  static let interface = Interface<ProtocolsUserViewModel> {
    input("fetch", \.inputs.fetchObserver, "userId")
    output("user", \.outputs.userObservable)
  }
}
