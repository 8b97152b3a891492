import Reactive
import ViewModelKit

/// The counter as a function from streams to streams. It has no state of its own: that lives in
/// `scan`.
struct FunctionalCounter {
  func callAsFunction(
    plusButtonDidTap: Observable<Void>, minusButtonDidTap: Observable<Void>
  ) -> (count: Driver<Int>, isEven: Driver<Bool>) {
    let count = Observable.merge(plusButtonDidTap.map { 1 }, minusButtonDidTap.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    return (count: count, isEven: count.map { $0 % 2 == 0 })
  }
}

extension FunctionalCounter {
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name,
      { (plus: Observable<Void>, minus: Observable<Void>) in
        FunctionalCounter()(plusButtonDidTap: plus, minusButtonDidTap: minus)
      },
      .stream("plusButtonDidTap"), .stream("minusButtonDidTap"),
      interface: Interface {
        output("count", \.count)
        output("isEven", \.isEven)
      })
  }
}
