import ViewModelKit

/// What a session needs of the loop that drives it: the thread's ready work, and time.
protocol TurnLoop: AnyObject, Sendable {
  /// Runs the main actor's jobs until none is ready, or so many have run that there may be no end to them.
  ///
  /// - Returns: whether none is ready.
  func runReadyJobs() -> Bool

  /// Asks for a turn soon (``Turn/Cause/arrival``); may be called from any thread, and is not needed during a turn.
  nonisolated func wake()

  /// The time that ViewModels are given.
  var clock: any ClockSource { get }

  /// How long until the next timer falls due, in milliseconds, rounded up; nothing when none is set, or that is not known.
  var timeToNextTimer: Int64? { get }

  /// Whether time moves only when it is told to.
  var isVirtual: Bool { get }

  /// Moves the virtual clock forward, and makes each timer that falls due a turn.
  ///
  /// - Returns: the time since the start, in milliseconds.
  func advance(milliseconds: Int64, turn: () -> Void) -> Int64
}
