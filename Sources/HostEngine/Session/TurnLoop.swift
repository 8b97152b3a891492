import HostProtocol
import Reactive
import ViewModelKit

/// The loop that drives a session: it runs the main actor's work, and has the time.
package protocol TurnLoop: AnyObject, Sendable {
  /// Runs the main actor's jobs until none is ready, or the limit of jobs in one turn is reached.
  ///
  /// - Returns: whether none is ready.
  func runReadyJobs() -> Bool

  /// Requests a turn soon (``Turn/Cause/arrival``). May be called from any thread; not needed
  /// during a turn.
  nonisolated func wake()

  /// The clock that ViewModels are given.
  var clock: any ClockSource { get }

  /// Schedules work on the same clock. Each piece of work is a turn.
  var scheduler: any SchedulerType { get }

  /// The time until the next timer is due, in milliseconds, rounded up; `nil` when none is set, or
  /// it is not known.
  var timeToNextTimer: Int64? { get }

  /// How many steps of tasks are running on other threads, wait for one, or have returned and wait
  /// for their turn. 0 when that is not known, and with virtual time, where there are no other
  /// threads.
  var taskCount: Int { get }

  /// Runs work in a copy of the process, which ends afterwards.
  ///
  /// - Parameter work: runs in the copy, where time stands still and tasks run on the loop; returns
  ///   the lines to send.
  func tryOut(_ work: () -> [UInt8]) -> TrialEnd

  /// Moves time, if the host has virtual time. It does not change while the process runs.
  var virtualTime: (any VirtualTime)? { get }
}

extension TurnLoop {
  /// Refuses: only some loops can copy the process.
  package func tryOut(_ work: () -> [UInt8]) -> TrialEnd {
    .unsupported(
      "viewModel/try needs Linux, and a program that runs all tasks of its process by Host.main()")
  }
}

/// Moves time, and makes ready what comes on its own when time is real.
package protocol VirtualTime {
  /// The time since the start, in nanoseconds.
  var time: Int64 { get }

  /// Begins to move the clock forward, not past ``AdvanceClockRequest/end``. What is left of a turn
  /// that was cut off becomes ready; after ``holdArrivals()`` only ``resumeDeferred()`` makes it
  /// ready.
  ///
  /// - Returns: the time at which the clock is to stop.
  func beginAdvance(nanoseconds: Int64) -> Int64

  /// Moves the clock to the next timer that is due up to a time, and makes its work ready.
  ///
  /// - Returns: false when no timer is left; then the clock stands at that time.
  func advanceToNextTimer(before end: Int64) -> Bool

  /// Makes ready what is left of a turn that was cut off.
  func resumeDeferred()

  /// Holds steps of tasks that are on no actor until ``run(_:)``, and their returns to the main
  /// actor until ``release(task:)``.
  func holdArrivals()

  /// Runs the next step of a task.
  ///
  /// - Returns: whether there was one.
  func run(_ step: RunRequest.Step) -> Bool

  /// Makes the first return of a task ready; 0 stands for work that belongs to no such task.
  ///
  /// - Returns: whether it had returned.
  func release(task: Int) -> Bool
}

/// Receives the causes of a session's turns, and what the turns send: enough to repeat them.
///
/// The calls come on the main actor, in this order: for each cause ``begins(_:pipe:)``, then for
/// each of its turns ``turnEnds(sending:)``, then ``ends(turn:isStep:)``. ``timersFired()`` comes
/// between two causes.
package protocol TurnLog: AnyObject {
  /// Called when all timers that are due have fired: what follows comes after them. Some of them
  /// are no turns.
  func timersFired()

  /// Called before a cause is handled.
  ///
  /// - Parameter pipe: the state of the pipe to the frontend.
  func begins(_ cause: Turn.Cause, pipe: PipeRequest)

  /// Called when a turn has ended.
  ///
  /// - Parameter bytes: what it sends: whole lines, or none.
  func turnEnds(sending bytes: UnsafeRawBufferPointer)

  /// Called when the cause has been handled.
  ///
  /// - Parameters:
  ///   - turn: the number of the last turn.
  ///   - isStep: whether an input of the cause has had an effect.
  func ends(turn: Int, isStep: Bool)
}
