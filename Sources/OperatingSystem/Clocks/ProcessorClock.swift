import LibC

/// The processor time of a process, with all its threads, or of one thread.
package struct ProcessorClock {
  /// The clock; nil if the system has none for other processes, or the process has ended.
  private let clock: clockid_t?

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
  }

  #if os(Linux)
    /// The clock of the calling thread (`pthread_getcpuclockid`, POSIX.1-2017); any thread may read
    /// it during that thread's life.
    package static var ofThisThread: ProcessorClock {
      var id = clockid_t()
      return ProcessorClock(clock: pthread_getcpuclockid(pthread_self(), &id) == 0 ? id : nil)
    }
  #endif

  /// The present reading; async-signal-safe.
  package var reading: ProgressTimeout.Reading {
    var time = timespec()
    let isKnown = clock.map { clock_gettime($0, &time) == 0 } ?? false
    return ProgressTimeout.Reading(
      time: Process.nanoseconds(),
      processor: isKnown ? Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) : nil)
  }
}
