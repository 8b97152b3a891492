import Reactive
import ViewModelKit

/// Refreshes what it shows with a driver, which cannot fail. But it can end: the first error
/// becomes an empty list, and then the driver is complete, and later refreshes do nothing.
final class DriverFoos {
  let refreshTrigger = PublishSubject<Void>()
  let foos: Driver<[String]>

  init(services: Services) {
    foos =
      refreshTrigger
      .flatMap { services.response(to: FoosRequest()) }
      .asDriver(onErrorJustReturn: [])
  }
}

extension DriverFoos: ViewModel {
  static let interface = Interface<DriverFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
  }
}
