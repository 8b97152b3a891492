import Reactive
import ViewModelKit

/// Refreshes what it shows with an action: one refresh at a time, its elements and its errors
/// apart.
final class ActionFoos {
  /// Asks for the foos, unless a request is running.
  let refreshTrigger = PublishSubject<Void>()
  /// What the last refresh gave.
  var foos: Observable<[String]> { refreshAction.elements }
  /// Whether a refresh is running.
  var executing: Observable<Bool> { refreshAction.executing }
  /// Whether a refresh would be accepted.
  var enabled: Observable<Bool> { refreshAction.enabled }

  /// What went wrong in the work; that a refresh was refused is not among it.
  var error: Observable<any Error> {
    refreshAction.errors.flatMap { error -> Observable<any Error> in
      if case .underlyingError(let error) = error { .just(error) } else { .empty() }
    }
  }

  private let refreshAction: Action<Void, [String]>
  private let disposeBag = DisposeBag()

  init(services: Services) {
    refreshAction = Action { services.response(to: FoosRequest()) }
    refreshTrigger.bind(to: refreshAction.inputs).disposed(by: disposeBag)
  }
}

extension ActionFoos: ViewModel {
  static let interface = Interface<ActionFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
    output("executing", \.executing)
    output("enabled", \.enabled)
    event("error") { $0.error.map { "\($0)" } }
  }
}
