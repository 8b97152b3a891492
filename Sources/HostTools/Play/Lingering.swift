import OperatingSystem

/// How long `play` waits at the end of its lines for what the ViewModels still do by themselves.
///
/// The host is asked what is at work, waited for as long as its next timer takes, and asked again, until it knows of
/// nothing. It does not know of threads that are not Swift's, and of what comes from them only when it comes; so it has
/// to know of nothing twice, with a moment of quiet between.
nonisolated struct Lingering {
  /// What may still change something.
  struct Pending: Equatable {
    /// Whether inputs run, services are asked, or tasks are at work on other threads.
    let isWorking: Bool
    /// How long until the next timer, in milliseconds; `nil` when none is known.
    let timer: Int?
  }

  /// Whether there is nothing more to wait for.
  private(set) var isOver = false
  /// What is to be said about what was not waited for.
  private(set) var complaint: String?
  private let limit: Int
  private let now: () -> Int
  private var start: Int?
  /// Whether the wait that goes on is for quiet, after the host has known of nothing; and whether it was quiet.
  private var isQuiet = false
  private var hasBeenQuiet = false
  private var hasUsedAnswer = false

  /// For how long nothing may come before the ViewModels are taken to be quiet, in milliseconds.
  private static let quiet = 250

  /// - Parameters:
  ///   - limit: how long to wait in all, in milliseconds.
  ///   - now: the time, in milliseconds.
  init(
    limit: Int,
    now: @escaping () -> Int = { Int(Process.nanoseconds() / 1_000_000) }
  ) {
    self.limit = limit
    self.now = now
  }

  /// How long to wait, in milliseconds; `nil` when the host has first to be asked what is at work.
  ///
  /// - Parameter pending: what the host has said since it was asked the last time; it is used once.
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
      pending.timer.map { "a timer is due in \(Double($0) / 1000) s" } ?? "it is not quiet"
    complaint = "Something may still change: \(words). --wait SECONDS waits longer.\n"
    return 0
  }

  /// Takes in that the time was waited, and nothing came.
  mutating func hasWaited() { hasBeenQuiet = isQuiet }
}
