import Reactive
import ViewModelKit

/// Two requests, one after the other, as a pipeline. An error ends the pipeline, and later fetches
/// do nothing.
final class RxChain {
  let fetchTrigger = PublishRelay<Void>()
  let finalStatus = PublishRelay<Bool>()

  private let disposeBag = DisposeBag()

  init(services: Services) {
    fetchTrigger
      .flatMap { services.response(to: FetchUserRequest()) }
      .flatMap { services.response(to: ProcessUserRequest(userId: $0.id)) }
      .bind(to: finalStatus)
      .disposed(by: disposeBag)
  }
}

extension RxChain: ViewModel {
  static let interface = Interface<RxChain> {
    input("fetch", \.fetchTrigger)
    event("finalStatus", \.finalStatus)
  }
}
