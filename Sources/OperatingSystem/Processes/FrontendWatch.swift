import LibC
import Synchronization

/// Ends the process if its frontend is gone while an input does not return, so that the event loop
/// cannot notice.
///
/// The frontend is gone if the output has no readers: the other end of the pipe or socket is
/// closed, which the system does at the end of any process. The end of the input does not show it:
/// a frontend that has sent everything may still read. Nor does an output to a file.
package enum FrontendWatch {
  /// The time for the event loop to end on its own, as a limit of a ``ProgressTimeout``: the
  /// running input may be about to return.
  static let graceSeconds = 2
  private static let progress = Atomic(0)

  /// The number of calls of ``noteProgress()``.
  package static var progressCount: Int { progress.load(ordering: .relaxed) }

  /// Records that the event loop is ending; the time starts again.
  package static func noteProgress() { progress.add(1, ordering: .relaxed) }

  /// Starts watching on a thread that sleeps. Has no effect if no thread can be created.
  ///
  /// - Parameters:
  ///   - output: The descriptor that the frontend reads.
  ///   - message: The text for standard error before the end, if writing does not block.
  package static func start(on output: Descriptor, _ message: StaticString) {
    // This comes first, as a frontend with the first response may stop this process before the
    // thread starts.
    continueWhenParentEnds()
    isStarting.store(true, ordering: .relaxed)
    let thread: Void? = try? Thread.detach {
      var entries = [Poll.Entry(output, .hangUp)]
      #if os(Linux)
        ProcessCopy.addBystander()
      #endif
      isStarting.store(false, ordering: .releasing)
      while !entries[0].isReady { Poll.wait(&entries, milliseconds: nil) }
      let clock = ProcessorClock.own
      var grace = ProgressTimeout(
        seconds: graceSeconds, from: clock.reading, progress: progressCount)
      while !grace.advance(to: clock.reading, progress: progressCount) {
        Poll.nap(milliseconds: ProgressTimeout.interval)
      }
      // A full pipe without reading would block this.
      if Poll.wait(for: [Poll.Entry(.standardError, .write)], milliseconds: 0)[0].isReady {
        _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
      }
      _exit(1)
    }
    if thread == nil { isStarting.store(false, ordering: .relaxed) }
  }

  private static let isStarting = Atomic(false)

  /// Waits until the thread, if any, sleeps.
  package static func awaitStart() {
    while isStarting.load(ordering: .acquiring) { Poll.nap(milliseconds: 1) }
  }

  /// Makes the end of the parent continue a stopped process (SIGSTOP), which would not notice it; a
  /// running one is not affected (prctl(2), PR_SET_PDEATHSIG). Darwin has no equivalent: there it
  /// stays stopped until it is continued.
  private static func continueWhenParentEnds() {
    #if os(Linux)
      Process.sendAtEndOfParent(SIGCONT)
    #endif
  }
}
