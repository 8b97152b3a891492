import OperatingSystem

/// Decides how long `play` waits, after its last line, for timers and tasks of the ViewModels.
///
/// It requests the pending work, waits until the next timer, and repeats that until the host
/// reports none. The host cannot see threads outside Swift's. So it has to report none twice, with
/// a quiet interval between.
nonisolated struct DrainWait {
  /// The pending work of a host.
  struct Pending: Equatable {
    /// Whether inputs, service calls, or tasks on other threads are running.
    let isWorking: Bool
    /// The time until the next timer, in milliseconds; `nil` without one.
    let timer: Int?
  }

  /// Whether waiting has ended.
  private(set) var isOver = false
  /// The warning about work that is still pending.
  private(set) var complaint: String?
  private let limit: Int
  private let now: () -> Int
  private var start: Int?
  /// Whether the current wait is the quiet interval after the host reported no pending work.
  private var isQuiet = false
  private var hasBeenQuiet = false
  private var hasUsedAnswer = false

  /// The length of the quiet interval, in milliseconds.
  private static let quiet = 250

  /// - Parameters:
  ///   - limit: the longest total wait, in milliseconds.
  ///   - now: returns the time, in milliseconds.
  init(
    limit: Int,
    now: @escaping () -> Int = { Int(Process.nanoseconds() / 1_000_000) }
  ) {
    self.limit = limit
    self.now = now
  }

  /// The time to wait next, in milliseconds; `nil` when the pending work has to be requested first.
  ///
  /// - Parameter pending: the last reported pending work. Each report is used once.
  mutating func next(_ pending: Pending?) -> Int? {
    let begin = start ?? now()
    start = begin
    guard let pending, !hasUsedAnswer else {
      hasUsedAnswer = false
      return nil
    }
    hasUsedAnswer = true
    let rest = limit - (now() - begin)
    let isNothing = pending.timer == nil && !pending.isWorking
    if isNothing && hasBeenQuiet {
      isOver = true
      return 0
    }
    hasBeenQuiet = false
    isQuiet = isNothing
    let needed = pending.timer.map { max($0, 1) } ?? Self.quiet
    if needed <= rest { return needed }
    isOver = true
    let words =
      pending.timer.map { "a timer is due in \(Double($0) / 1000) s" } ?? "messages still arrive"
    complaint = "Something may still change: \(words). --wait SECONDS waits longer.\n"
    return 0
  }

  /// Records that the wait has passed without a message.
  mutating func hasWaited() { hasBeenQuiet = isQuiet }
}
