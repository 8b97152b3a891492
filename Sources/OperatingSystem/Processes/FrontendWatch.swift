import LibC
import Synchronization

/// Ends the process when its frontend is gone, but an input does not return, so that the event loop cannot see it.
///
/// The frontend is gone when nobody reads the output any more: the pipe's or socket's other end is closed, as the
/// system does it however a process ends. That the input is at its end says nothing: a frontend that has sent all may
/// still read. An output that is a file never tells.
package enum FrontendWatch {
  /// How long the event loop has to end by itself, as a limit of a ``Patience``: what runs may be about to return.
  private static let graceSeconds = 2
  private static let progress = Atomic(0)

  /// How often ``noteProgress()`` was called.
  package static var progressCount: Int { progress.load(ordering: .relaxed) }

  /// Notes that the event loop is on its way to the end: from now on it has that long again.
  package static func noteProgress() { progress.add(1, ordering: .relaxed) }

  /// The time that the event loop has to end by itself.
  struct Grace {
    private var patience: Patience
    private var progressCount: Int

    init(from start: Patience.Reading, progressCount: Int) {
      patience = Patience(seconds: graceSeconds, from: start)
      self.progressCount = progressCount
    }

    /// Counts what has passed since the last look; after progress the time begins anew.
    mutating func isOver(at now: Patience.Reading, progressCount: Int) -> Bool {
      if progressCount != self.progressCount {
        self = Grace(from: now, progressCount: progressCount)
      }
      return patience.advance(to: now)
    }
  }

  /// Watches from now on, on a thread that sleeps. Where there are no more threads nothing is watched.
  ///
  /// - Parameters:
  ///   - output: what the frontend reads.
  ///   - message: what to write to standard error before the end, if it takes it at once.
  package static func start(on output: Descriptor, _ message: StaticString) {
    // Now, as whoever has the first answer may stop this process before the thread has begun.
    continueWhenParentEnds()
    isStarting.store(true, ordering: .relaxed)
    let thread: Void? = try? Thread.detach {
      var entries = [Poll.Entry(output, .hangUp)]
      #if os(Linux)
        ProcessCopy.addBystander()
      #endif
      isStarting.store(false, ordering: .releasing)
      while !entries[0].isReady { Poll.wait(&entries, milliseconds: nil) }
      var grace = Grace(from: ProcessorClock.own.reading, progressCount: progressCount)
      while !grace.isOver(at: ProcessorClock.own.reading, progressCount: progressCount) {
        Poll.nap(milliseconds: Patience.interval)
      }
      // A pipe that is full, and that nobody reads, would hold this up.
      if Poll.wait(for: [Poll.Entry(.standardError, .write)], milliseconds: 0)[0].isReady {
        _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
      }
      _exit(1)
    }
    if thread == nil { isStarting.store(false, ordering: .relaxed) }
  }

  private static let isStarting = Atomic(false)

  /// Waits until its thread sleeps, if there is one.
  package static func awaitStart() {
    while isStarting.load(ordering: .acquiring) { Poll.nap(milliseconds: 1) }
  }

  /// A process that is stopped (SIGSTOP) notices nothing, and the end of its parent wakes it. One that runs does not
  /// feel it (prctl(2), PR_SET_PDEATHSIG). Darwin has nothing like it: there it stays until it is continued.
  private static func continueWhenParentEnds() {
    #if os(Linux)
      Process.sendAtEndOfParent(SIGCONT)
    #endif
  }
}
