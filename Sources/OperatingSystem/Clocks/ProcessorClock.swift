import LibC

/// The processor time that a process has used, with all its threads, or one thread.
package struct ProcessorClock {
  /// `nil` where the system does not tell of other processes, or the process is gone.
  private let clock: clockid_t?

  /// That of this process.
  package static let own = ProcessorClock(clock: CLOCK_PROCESS_CPUTIME_ID)

  private init(clock: clockid_t?) { self.clock = clock }

  /// That of another process (`clock_getcpuclockid`, POSIX.1-2017).
  package init(of process: pid_t) {
    #if canImport(Darwin)
      clock = nil
    #else
      var id = clockid_t()
      clock = clock_getcpuclockid(process, &id) == 0 ? id : nil
    #endif
  }

  #if os(Linux)
    /// That of the thread that asks (`pthread_getcpuclockid`, POSIX.1-2017); any thread may read it as long as that
    /// one lives.
    package static var ofThisThread: ProcessorClock {
      var id = clockid_t()
      return ProcessorClock(clock: pthread_getcpuclockid(pthread_self(), &id) == 0 ? id : nil)
    }
  #endif

  /// What it tells now; may be asked in a signal handler.
  package var reading: Patience.Reading {
    var time = timespec()
    let isKnown = clock.map { clock_gettime($0, &time) == 0 } ?? false
    return Patience.Reading(
      time: Process.nanoseconds(),
      processor: isKnown ? Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) : nil)
  }
}
