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

  /// Whether time moves only when it is told to.
  var isVirtual: Bool { get }
}

extension TurnLoop {
  package var isVirtual: Bool { virtualTime != nil }
}

/// Moves time, and lets come what else comes by itself when time is real.
package protocol VirtualTime {
  /// The time since the start, in nanoseconds.
  var time: Int64 { get }

  /// Moves the clock forward, not past ``AdvanceClockRequest/end``, and makes each timer that falls due a turn.
  func advance(nanoseconds: Int64, turn: () -> Void)

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
