import Reactive
import ViewModelKit

/// Refreshes what it shows, and reports errors beside the stream, which continues. Refreshes may
/// overlap.
final class CaughtFoos {
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
          .do(onError: { errorSubject.onNext($0) })
          .catch { _ in .empty() }
      }
      .bind(to: foosSubject)
      .disposed(by: disposeBag)
  }
}

extension CaughtFoos: ViewModel {
  static let interface = Interface<CaughtFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
    event("error") { $0.error.map { "\($0)" } }
  }
}
