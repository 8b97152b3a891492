/// A timeout for work that may be slow but not stuck.
///
/// It counts the processor time of the work, and the time in which the work waits for something
/// other than a processor. So work gets as much time on a slow, busy machine as on a fast one, and
/// both detect an endless loop or an endless wait.
package struct ProgressTimeout {
  /// The time, and the processor time of the work so far, in nanoseconds. Their origins are
  /// arbitrary.
  package struct Reading {
    package var time: Int64
    /// The processor time; nil if the system does not provide it, and the time itself counts.
    package var processor: Int64?
    /// Returns whether the work runs or only waits for a processor; false if that is not known. It
    /// is asked only if the work is not busy, as the answer costs more than the times.
    package var isRunnable: @Sendable () -> Bool = { false }

    /// Whether the work has run since an earlier reading, more than reading the clocks takes.
    package func isBusy(since earlier: Reading) -> Bool {
      (processor ?? 0) - (earlier.processor ?? 0)
        > (time - earlier.time) / ProgressTimeout.idleShare
    }
  }

  /// The limit in nanoseconds.
  private let limit: Int64
  private var spent: Int64 = 0
  private var last: Reading
  private var progress: Int

  /// The interval between readings in milliseconds. Idle time counts at most that much between two
  /// readings: if the next one is late, the machine or this process was suspended.
  package static let interval = 1000
  /// A smaller fraction of a processor than one in this number, as for reading the clocks, counts
  /// as idle.
  private static let idleShare: Int64 = 500

  /// - Parameters:
  ///   - seconds: The limit.
  ///   - start: The reading at the start.
  ///   - progress: A number for how far the work has come.
  package init(seconds: Int, from start: Reading, progress: Int = 0) {
    limit = Int64(seconds) * 1_000_000_000
    last = start
    self.progress = progress
  }

  /// Adds the time since the previous reading; it starts again after progress.
  ///
  /// - Returns: Whether the limit is reached.
  package mutating func advance(to now: Reading, progress: Int = 0) -> Bool {
    if progress != self.progress {
      (spent, self.progress) = (0, progress)
    } else if now.isBusy(since: last) {
      spent += (now.processor ?? 0) - (last.processor ?? 0)
    } else if !now.isRunnable() {
      spent += min(now.time - last.time, Int64(Self.interval) * 1_000_000)
    }
    last = now
    return spent >= limit
  }
}
