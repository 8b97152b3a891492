import Reactive
import ViewModelKit

/// The counter in sergdort's style: a struct of streams in, a struct of streams out.
struct TransformingCounter {
  struct Input {
    let plus: Observable<Void>
    let minus: Observable<Void>
  }

  struct Output {
    /// How often plus has been tapped, less how often minus has.
    let count: Driver<Int>
    /// Whether 2 divides the count.
    let isEven: Driver<Bool>
  }

  func transform(input: Input) -> Output {
    let count = Observable.merge(input.plus.map { 1 }, input.minus.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    return Output(count: count, isEven: count.map { $0 % 2 == 0 })
  }
}

extension TransformingCounter {
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name, TransformingCounter.init,
      transform: { $0.transform(input: Input(plus: $1, minus: $2)) },
      .stream("plusButtonDidTap"), .stream("minusButtonDidTap"),
      interface: Interface {
        output("count", \.count)
        output("isEven", \.isEven)
      })
  }
}
