/// A type that a host can offer to frontends.
///
/// The type itself needs nothing of this module; the conformance says, in an extension, which of its members a
/// frontend may use. Nothing else of it can be reached.
///
///     @MainActor @Observable final class CounterViewModel {
///       private(set) var count = 0
///       func plusButtonDidTap() { count += 1 }
///     }
///
///     extension CounterViewModel: ViewModel {
///       static let interface = Interface<CounterViewModel> {
///         input("plusButtonDidTap", CounterViewModel.plusButtonDidTap)
///         output("count", \.count)
///       }
///     }
///
/// Outputs are followed with Observation: the class is `@Observable`, or an `ObservableObject`, or its outputs are
/// computed from one that is, or from relays. A class that is not `final` cannot conform; it is offered with
/// ``viewModel(_:_:_:interface:file:line:)`` instead.
public protocol ViewModel {
  /// What a frontend may call, read and be told.
  static var interface: Interface<Self> { get }
}
