import Observation
import ViewModelKit

/// An output that has no JSON form after a division by zero.
@Observable
public final class DivisionViewModel {
  public private(set) var quotient = 1.0

  public init() {}

  public func divide(by divisor: Double) { quotient = 1 / divisor }
}

extension DivisionViewModel: ViewModel {
  public static let interface = Interface<DivisionViewModel> {
    input("divide", DivisionViewModel.divide, "by")
    output("quotient", \.quotient)
  }
}
