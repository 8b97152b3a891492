import Reactive
import ViewModelKit

/// ``CaughtFoos`` with two lines exchanged: the error is reported behind the operator that catches
/// it, where none comes any more. It compiles, and the refresh fails in silence.
final class MisprintedFoos {
  let refreshTrigger = PublishSubject<Void>()
  var foos: Observable<[String]> { foosSubject }
  var error: Observable<any Error> { errorSubject }

  private let foosSubject = PublishSubject<[String]>()
  private let errorSubject = PublishSubject<any Error>()
  private let disposeBag = DisposeBag()

  init(services: Services) {
    refreshTrigger
      .flatMap { [errorSubject] in
        services.response(to: FoosRequest())
          .catch { _ in .empty() }
          .do(onError: { errorSubject.onNext($0) })
      }
      .bind(to: foosSubject)
      .disposed(by: disposeBag)
  }
}

extension MisprintedFoos: ViewModel {
  static let interface = Interface<MisprintedFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
    event("error") { $0.error.map { "\($0)" } }
  }
}
