import LibC

/// The processor time of a process, with all its threads, or of one thread.
package struct ProcessorClock {
  /// The clock; nil if the system has none for other processes, or the process has ended.
  private let clock: clockid_t?
  #if os(Linux)
    /// The state of the main thread of another process; nil without `/proc`.
    private var state: ThreadState?
  #endif

  /// The clock of this process.
  package static let own = ProcessorClock(clock: CLOCK_PROCESS_CPUTIME_ID)

  private init(clock: clockid_t?) { self.clock = clock }

  /// Creates the clock of another process (`clock_getcpuclockid`, POSIX.1-2017).
  package init(of process: pid_t) {
    #if canImport(Darwin)
      clock = nil
    #else
      var id = clockid_t()
      clock = clock_getcpuclockid(process, &id) == 0 ? id : nil
    #endif
    #if os(Linux)
      state = ThreadState(ofMainThreadOf: process)
    #endif
  }

  #if os(Linux)
    /// The clock of the calling thread (`pthread_getcpuclockid`, POSIX.1-2017); any thread may read
    /// it during that thread's life.
    package static var ofThisThread: ProcessorClock {
      var id = clockid_t()
      return ProcessorClock(clock: pthread_getcpuclockid(pthread_self(), &id) == 0 ? id : nil)
    }
  #endif

  /// The present reading; async-signal-safe for this process.
  package var reading: ProgressTimeout.Reading {
    var time = timespec()
    var reading = ProgressTimeout.Reading(time: Process.nanoseconds())
    if let clock, clock_gettime(clock, &time) == 0 {
      reading.processor = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      #if os(Linux)
        if let state { reading.isRunnable = { state.isRunnable } }
      #endif
    }
    return reading
  }
}
