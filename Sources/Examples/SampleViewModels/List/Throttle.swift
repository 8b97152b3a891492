/// Lets an attempt pass, and no other for a while after it, as `throttle(latest: false)` does.
struct Throttle<C: Clock> where C.Duration == Duration {
  private let interval: Duration
  private let clock: C
  private var last: C.Instant?

  init(_ interval: Duration, clock: C) {
    self.interval = interval
    self.clock = clock
  }

  mutating func lets() -> Bool {
    let now = clock.now
    if let last, last.duration(to: now) < interval { return false }
    last = now
    return true
  }
}
