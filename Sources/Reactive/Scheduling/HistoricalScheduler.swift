/// RxSwift's name for virtual time with a given start; here the start is a duration, as `Date`
/// needs Foundation.
public final class HistoricalScheduler: VirtualTimeScheduler {
  /// Creates a scheduler at the time, rounded up to milliseconds.
  public init(initialClock: RxTime = .zero) {
    super.init(initialClock: initialClock.wholeMilliseconds)
  }
}
