/// A type that a host can offer to frontends.
///
/// The class itself does not depend on this module. The conformance, in an extension, lists the
/// members that a frontend can use; it can reach no others.
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
/// The host observes outputs with Observation: the class is `@Observable` or an `ObservableObject`,
/// or its outputs are computed from such an object or from relays. A class that is not `final`
/// cannot conform; offer it with ``viewModel(_:_:_:interface:file:line:)`` instead.
public protocol ViewModel {
  /// The members that a frontend may call and observe.
  static var interface: Interface<Self> { get }
}
