import Reactive
import ViewModelKit

/// Refreshes what it shows, and makes an empty list of an error: the stream continues, but what was
/// shown is gone, and "nothing there" looks the same as "could not ask".
final class SilentFoos {
  let refreshTrigger = PublishSubject<Void>()
  var foos: Observable<[String]> { foosSubject }

  private let foosSubject = PublishSubject<[String]>()
  private let disposeBag = DisposeBag()

  init(services: Services) {
    refreshTrigger
      .flatMap { services.response(to: FoosRequest()).catchAndReturn([]) }
      .bind(to: foosSubject)
      .disposed(by: disposeBag)
  }
}

extension SilentFoos: ViewModel {
  static let interface = Interface<SilentFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
  }
}
