import LibC

/// A monitor: shared state with a lock and a condition variable (POSIX.1-2017,
/// `pthread_mutex_lock`, `pthread_cond_wait`). It is never freed, and so only for state that lives
/// as long as the process.
package final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // The mutex prevents overlapping accesses.
  @exclusivity(unchecked) private var state: State

  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Calls the closure with exclusive access.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Waits, without holding the lock, until the closure returns a value.
  ///
  /// - Parameter mustPoll: Whether to call the closure again every millisecond, as its condition
  ///   changes without a signal.
  package func wait<Result>(
    pollingWhile mustPoll: (State) -> Bool = { _ in false }, for body: (inout State) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if mustPoll(state) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_nsec += 1_000_000
        if time.tv_nsec >= 1_000_000_000 {
          time.tv_sec += 1
          time.tv_nsec -= 1_000_000_000
        }
        pthread_cond_timedwait(condition, mutex, &time)
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }

  /// Wakes all waiting threads.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Wakes one waiting thread.
  package func signal() { pthread_cond_signal(condition) }
}
