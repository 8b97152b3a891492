/// RxSwift's name for virtual time that starts somewhere: here at a time since a beginning, as there is no `Date`.
public final class HistoricalScheduler: VirtualTimeScheduler {
  /// A scheduler at this time; parts of a millisecond count as whole.
  public init(initialClock: RxTime = .zero) {
    super.init(initialClock: initialClock.wholeMilliseconds)
  }
}
