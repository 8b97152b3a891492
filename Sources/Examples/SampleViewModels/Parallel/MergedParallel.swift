import Reactive
import ViewModelKit

/// As many requests at once as the frontend likes, with `merge`: each result is shown as it comes,
/// in the order in which they come. What came before an error stays.
final class MergedParallel {
  let results = BehaviorRelay<[String]>(value: [])
  let loading = BehaviorRelay(value: false)
  let error = PublishRelay<any Error>()

  private let loadTrigger = PublishRelay<[PartRequest]>()
  private let disposeBag = DisposeBag()

  init(services: Services) {
    loadTrigger
      .flatMapLatest { [loading, error] requests in
        Observable.merge(requests.map { services.response(to: $0) })
          .scan([]) { $0 + [$1] }
          .startWith([])
          .do(
            onError: { error.accept($0) }, onSubscribe: { loading.accept(true) },
            onDispose: { loading.accept(false) }
          )
          .catch { _ in .empty() }
      }
      .bind(to: results)
      .disposed(by: disposeBag)
  }

  /// - Parameter count: up to 10,000.
  func load(count: Int) throws { loadTrigger.accept(try PartRequest.parts(count)) }
}

extension MergedParallel: ViewModel {
  static let interface = Interface<MergedParallel> {
    input("load", MergedParallel.load, "count")
    output("results", \.results)
    output("loading", \.loading)
    event("error", \.error)
  }
}
