import Reactive
import ViewModelKit

/// Searches while a text is typed: after a pause, for what is new, for the last text alone, three
/// times if need be. Each of these is an operator.
final class RxSearch {
  /// Searches, unless more is typed within 0.3 seconds.
  ///
  /// - Parameter text: what to look for; nothing is found for an empty one.
  let text = PublishRelay<String>()
  /// What was found for the last text.
  var results: Observable<[String]> { resultsRelay.asObservable() }
  /// A search has failed three times; the results are as before.
  let error = PublishRelay<any Error>()

  private let resultsRelay = BehaviorRelay<[String]>(value: [])
  private let disposeBag = DisposeBag()

  init(services: Services) {
    text
      .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
      .distinctUntilChanged()
      .flatMapLatest { [error] text -> Observable<[String]> in
        if text.isEmpty { return .just([]) }
        return services.response(to: SearchRequest(text: text))
          .retry(3)
          .do(onError: { error.accept($0) })
          .catch { _ in .empty() }
      }
      .bind(to: resultsRelay)
      .disposed(by: disposeBag)
  }
}

extension RxSearch: ViewModel {
  static let interface = Interface<RxSearch> {
    input("search", \.text, "text")
    output("results", \.results)
    event("error", \.error)
  }
}
