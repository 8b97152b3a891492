import Reactive
import ViewModelKit

/// As many requests at once as the frontend likes, with `zip`, which takes an array of any length
/// and gives the results in its order. Of an empty one it gives nothing at all, so that needs a
/// word of its own.
final class RxParallel {
  let results = BehaviorRelay<[String]>(value: [])
  let loading = BehaviorRelay(value: false)
  let error = PublishRelay<any Error>()

  private let loadTrigger = PublishRelay<[PartRequest]>()
  private let disposeBag = DisposeBag()

  init(services: Services) {
    loadTrigger
      .flatMapLatest { [loading, error] requests in
        Observable.zip(requests.map { services.response(to: $0) })
          .ifEmpty(default: [])
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

extension RxParallel: ViewModel {
  static let interface = Interface<RxParallel> {
    input("load", RxParallel.load, "count")
    output("results", \.results)
    output("loading", \.loading)
    event("error", \.error)
  }
}
