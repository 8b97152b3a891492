import Observation
import ViewModelKit

/// An output that has no JSON form after a division by zero.
@Observable
package final class DivisionViewModel {
  package private(set) var quotient = 1.0

  package init() {}

  package func divide(by divisor: Double) { quotient = 1 / divisor }
}

extension DivisionViewModel: ViewModel {
  package static let interface = Interface<DivisionViewModel> {
    input("divide", DivisionViewModel.divide, "by")
    output("quotient", \.quotient)
  }
}
