import Reactive
import ViewModelKit

/// Refreshes what it shows, without a thought of errors: the first one ends the binding for good.
final class NaiveFoos {
  let refreshTrigger = PublishSubject<Void>()
  let foos = PublishSubject<[String]>()

  private let disposeBag = DisposeBag()

  init(services: Services) {
    refreshTrigger
      .flatMap { services.response(to: FoosRequest()) }
      .bind(to: foos)
      .disposed(by: disposeBag)
  }
}

extension NaiveFoos: ViewModel {
  static let interface = Interface<NaiveFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
  }
}
