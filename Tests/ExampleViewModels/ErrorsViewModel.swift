import Reactive
import ViewModelKit

/// An error that reaches a binding, and one that ends an output.
package final class ErrorsViewModel {
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  package let start = PublishSubject<Int>()
  package let failure = PublishRelay<Void>()
  package let halves = BehaviorRelay(value: 0)
  package let quarters: Observable<Int>
  package let odd = PublishRelay<Int>()
  package let divided = PublishRelay<Void>()
  private let disposeBag = DisposeBag()

  package init() {
    quarters = start.map { number in
      if !number.isMultiple(of: 4) { throw Fault(description: "\(number) has no quarter") }
      return number / 4
    }
    start.map { _ in }.bind(to: divided).disposed(by: disposeBag)
    start
      .do(onNext: { [odd] in if !$0.isMultiple(of: 2) { odd.accept($0) } })
      .map { number in
        if !number.isMultiple(of: 2) { throw Fault(description: "\(number) has no half") }
        return number / 2
      }
      .bind(to: halves)
      .disposed(by: disposeBag)
  }
}

extension ErrorsViewModel: ViewModel {
  package static let interface = Interface<ErrorsViewModel> {
    input("divide", \.start, "number")
    output("halves", \.halves)
    output("quarters", \.quarters)
    event("odd", \.odd)
    event("divided", \.divided)
  }
}
