import Reactive
import ViewModelKit

// The counter of 2020, in three styles. All give the same transcript.

/// Inputs and outputs apart, as at Kickstarter.
package protocol CounterInputs {
  func minusButtonDidTap()
  func plusButtonDidTap()
}

package protocol CounterOutputs {
  var count: Driver<Int> { get }
  var isEven: Driver<Bool> { get }
}

package struct KickstarterCounter: CounterInputs, CounterOutputs {
  package let count: Driver<Int>
  package let isEven: Driver<Bool>
  package var inputs: any CounterInputs { self }
  package var outputs: any CounterOutputs { self }

  private let minus = PublishSubject<Void>()
  private let plus = PublishSubject<Void>()

  package init() {
    count = Observable.merge(plus.map { 1 }, minus.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    isEven = count.map { $0 % 2 == 0 }
  }

  package func minusButtonDidTap() { minus.onNext(()) }
  package func plusButtonDidTap() { plus.onNext(()) }
}

extension KickstarterCounter: ViewModel {
  package static let interface = Interface<KickstarterCounter> {
    input("plusButtonDidTap") { $0.inputs.plusButtonDidTap() }
    input("minusButtonDidTap") { $0.inputs.minusButtonDidTap() }
    output("count", \.outputs.count)
    output("isEven", \.outputs.isEven)
  }
}

/// A function from streams to streams.
package struct FunctionalCounter {
  package func callAsFunction(
    plusButtonDidTap: Observable<Void>, minusButtonDidTap: Observable<Void>
  ) -> (count: Driver<Int>, isEven: Driver<Bool>) {
    let count = Observable.merge(plusButtonDidTap.map { 1 }, minusButtonDidTap.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    return (count: count, isEven: count.map { $0 % 2 == 0 })
  }
}

/// A struct of streams in, a struct of streams out.
package struct TransformingCounter {
  package struct Input {
    let plus: Observable<Void>
    let minus: Observable<Void>
  }

  package struct Output {
    let count: Driver<Int>
    let isEven: Driver<Bool>
  }

  package func transform(input: Input) -> Output {
    let count = Observable.merge(input.plus.map { 1 }, input.minus.map { -1 })
      .scan(0, accumulator: +)
      .startWith(0)
      .asDriver(onErrorDriveWith: .never())
    return Output(count: count, isEven: count.map { $0 % 2 == 0 })
  }
}

extension Catalog {
  static let counterStyles = Catalog {
    viewModel("example.counter.kickstarter", KickstarterCounter.init)
    viewModel(
      "example.counter.functional",
      { (plus: Observable<Void>, minus: Observable<Void>) in
        FunctionalCounter()(plusButtonDidTap: plus, minusButtonDidTap: minus)
      },
      .stream("plusButtonDidTap"), .stream("minusButtonDidTap"),
      interface: Interface {
        output("count", \.count)
        output("isEven", \.isEven)
      })
    viewModel(
      "example.counter.transform",
      { (plus: Observable<Void>, minus: Observable<Void>) in
        TransformingCounter().transform(input: .init(plus: plus, minus: minus))
      },
      .stream("plusButtonDidTap"), .stream("minusButtonDidTap"),
      interface: Interface {
        output("count", \.count)
        output("isEven", \.isEven)
      })
  }
}
