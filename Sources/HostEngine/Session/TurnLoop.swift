import HostProtocol
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

  /// How many steps of tasks are under way on other threads, wait for one, or have brought back what is still to be a
  /// turn; 0 when that is not known, and when time is virtual, where there are no other threads.
  var taskCount: Int { get }

  /// Does something in a copy of the process that is thrown away.
  ///
  /// - Parameter work: done in the copy, where time stands still and tasks take their steps on the loop; gives what the
  ///   copy has to say.
  func tryOut(_ work: () -> [UInt8]) -> TrialEnd

  /// What moves time, if it moves only when it is told to; it always does, or never.
  var virtualTime: (any VirtualTime)? { get }
}

extension TurnLoop {
  /// Only some loops can.
  package func tryOut(_ work: () -> [UInt8]) -> TrialEnd {
    .unsupported(
      "viewModel/try needs Linux, and a program that runs all tasks of its process by Host.main()")
  }
}

/// Moves time, and lets come what else comes by itself when time is real.
package protocol VirtualTime {
  /// The time since the start, in nanoseconds.
  var time: Int64 { get }

  /// Begins to move the clock forward, not past ``AdvanceClockRequest/end``. What is left of a turn that was cut off is
  /// ready from now on; but with ``holdArrivals()`` only from ``resumeDeferred()`` on.
  ///
  /// - Returns: the time that it is to stand at.
  func beginAdvance(nanoseconds: Int64) -> Int64

  /// Moves the clock to the next timer that falls due up to a time, and makes ready what that is for.
  ///
  /// - Returns: false when there is none left; then the clock stands at that time.
  func advanceToNextTimer(before end: Int64) -> Bool

  /// What is left of a turn that was cut off is ready from now on.
  func resumeDeferred()

  /// From now on the steps of tasks that are on no actor wait for ``runStep(of:)``, and what they bring back to the
  /// main actor for ``release(task:)``.
  func holdArrivals()

  /// Runs the next step of a task.
  ///
  /// - Returns: whether there was one.
  func run(_ step: RunRequest.Step) -> Bool

  /// Makes ready what a task has brought back first; 0 stands for what is of no such task.
  ///
  /// - Returns: whether there was anything.
  func release(task: Int) -> Bool
}

/// Is given all that a session's turns come from, and what they say: enough to have the same turns once more.
///
/// The calls come on the main actor, in this order: for each cause ``begins(_:pipe:)``, then for each turn that it takes
/// ``turnEnds(saying:)``, then ``ends(turn:isStep:)``. Between two causes comes ``timersFired()``.
package protocol TurnLog: AnyObject {
  /// All timers have fired that were due by now: what comes from here on comes after them. Some are no turns.
  func timersFired()

  /// A cause is about to be handled.
  ///
  /// - Parameter pipe: how the pipe to the frontend is.
  func begins(_ cause: Turn.Cause, pipe: PipeRequest)

  /// A turn has ended.
  ///
  /// - Parameter bytes: whole lines, or nothing.
  func turnEnds(saying bytes: UnsafeRawBufferPointer)

  /// The cause has been handled.
  ///
  /// - Parameters:
  ///   - turn: the number of the last turn.
  ///   - isStep: whether a ViewModel has done something, where the cause is a line with inputs.
  func ends(turn: Int, isStep: Bool)
}
