/// How long something is waited for that may be slow but not stuck.
///
/// The limit counts the processor time that it has used, and the time in which it has used none. So what works is given
/// the same time on a slow machine that does a hundred other things as on a fast one; what never ends, and what
/// waits for ever, is found on both.
package struct Patience {
  /// The time, and the processor time that something has used up to then, in nanoseconds. The zeros mean nothing.
  package struct Reading {
    package var time: Int64
    /// `nil` where the system does not tell; then the time itself counts.
    package var processor: Int64?

    /// Whether something has been at work since an earlier reading, more than a look at the clocks is.
    package func isBusy(since earlier: Reading) -> Bool {
      (processor ?? 0) - (earlier.processor ?? 0) > (time - earlier.time) / Patience.idleShare
    }
  }

  /// How long it is waited, in nanoseconds.
  private let limit: Int64
  private var spent: Int64 = 0
  private var last: Reading

  /// How often to look, in milliseconds. As much waiting counts between two looks at most: when the next one is late
  /// the machine, or this process, has been stopped meanwhile.
  package static let interval = 1000
  /// Who uses less than this part of a processor, as a look at the clocks does, has used none.
  private static let idleShare: Int64 = 500

  /// - Parameters:
  ///   - seconds: the limit.
  ///   - start: what the clocks tell at the beginning.
  package init(seconds: Int, from start: Reading) {
    limit = Int64(seconds) * 1_000_000_000
    last = start
  }

  /// Counts what has passed since the last look.
  ///
  /// - Returns: whether the limit is reached.
  package mutating func advance(to now: Reading) -> Bool {
    spent +=
      now.isBusy(since: last)
      ? (now.processor ?? 0) - (last.processor ?? 0)
      : min(now.time - last.time, Int64(Self.interval) * 1_000_000)
    last = now
    return spent >= limit
  }
}
