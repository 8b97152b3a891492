import Reactive
import ViewModelKit

/// What a session needs of the loop that drives it: the thread's ready work, and time.
package protocol TurnLoop: AnyObject, Sendable {
  /// Runs the main actor's jobs until none is ready, or so many have run that there may be no end to them.
  ///
  /// - Returns: whether none is ready.
  func runReadyJobs() -> Bool

  /// Asks for a turn soon (``Turn/Cause/arrival``); may be called from any thread, and is not needed during a turn.
  nonisolated func wake()

  /// The time that ViewModels are given.
  var clock: any ClockSource { get }

  /// Runs work at a time of the same clock, as a turn.
  var scheduler: any SchedulerType { get }

  /// How long until the next timer falls due, in milliseconds, rounded up; `nil` when none is set, or that is not
  /// known.
  var timeToNextTimer: Int64? { get }

  /// What moves time, if it moves only when it is told to.
  var virtualTime: (any VirtualTime)? { get }

  /// How time passes.
  var timeMode: TimeMode { get }
}

/// How the time of a loop passes.
package nonisolated enum TimeMode: Sendable {
  /// With the clock.
  case real
  /// Only as far as ``VirtualTime`` moves it.
  case virtual
}

/// Moves time, and lets come what else comes by itself when time is real.
package protocol VirtualTime {
  /// The time since the start, in nanoseconds.
  var time: Int64 { get }

  /// Begins to move the clock forward, not past ``AdvanceClockRequest/end``. What is left of a turn that was cut off is
  /// ready from now on.
  ///
  /// - Returns: the time that it is to stand at.
  func beginAdvance(nanoseconds: Int64) -> Int64

  /// Moves the clock to the next timer that falls due up to a time, and makes ready what that is for.
  ///
  /// - Returns: false when there is none left; then the clock stands at that time.
  func advanceToNextTimer(before end: Int64) -> Bool

  /// From now on the steps of tasks that are on no actor wait for ``runStep(of:)``, and what they bring back to the
  /// main actor for ``release(task:)``.
  func holdArrivals()

  /// Runs the next step of a task.
  ///
  /// - Returns: whether there was one.
  func runStep(of task: Int) -> Bool

  /// Makes ready what a task has brought back first; 0 stands for what is of no such task.
  ///
  /// - Returns: whether there was anything.
  func release(task: Int) -> Bool
}
