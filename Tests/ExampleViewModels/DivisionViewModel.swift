import Observation
import ViewModelKit

/// An output and a result that have no JSON form after a division by zero.
@Observable
package final class DivisionViewModel {
  package private(set) var quotient = 1.0

  package init() {}

  package func divide(by divisor: Double) { quotient = 1 / divisor }

  package func inverse(of number: Double) -> Double { 1 / number }
}

extension DivisionViewModel: ViewModel {
  package static let interface = Interface<DivisionViewModel> {
    input("divide", DivisionViewModel.divide, "by")
    input("inverse", DivisionViewModel.inverse, "of")
    output("quotient", \.quotient)
  }
}
