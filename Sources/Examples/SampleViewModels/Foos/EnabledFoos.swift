import Reactive
import ViewModelKit

/// Refreshes what it shows with an action that may be used only while a condition holds, and
/// reports what was refused.
final class EnabledFoos {
  let refreshTrigger = PublishSubject<Void>()
  var foos: Observable<[String]> { refreshAction.elements }
  var executing: Observable<Bool> { refreshAction.executing }
  var enabled: Observable<Bool> { refreshAction.enabled }
  var error: Observable<any Error> { refreshAction.underlyingError }

  /// A refresh was refused: one is running, or the condition does not hold.
  var refused: Observable<Void> {
    refreshAction.errors.filter { $0.underlyingError == nil }.map { _ in }
  }

  private let refreshAction: Action<Void, [String]>
  private let disposeBag = DisposeBag()

  init(services: Services, enabledIf: Observable<Bool>) {
    refreshAction = Action(enabledIf: enabledIf) { services.response(to: FoosRequest()) }
    refreshTrigger.bind(to: refreshAction.inputs).disposed(by: disposeBag)
  }
}

extension EnabledFoos: ViewModel {
  static let interface = Interface<EnabledFoos> {
    input("refresh", \.refreshTrigger)
    output("foos", \.foos)
    output("executing", \.executing)
    output("enabled", \.enabled)
    event("error") { $0.error.map { "\($0)" } }
    event("refused", \.refused)
  }
}
