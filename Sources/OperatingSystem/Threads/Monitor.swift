import LibC

/// A state that threads share, and wait for changes of (POSIX.1-2017, `pthread_mutex_lock`, `pthread_cond_wait`). It
/// is never freed: it is for what lives as long as the process.
package final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // The mutex sees to it that no two uses overlap.
  @exclusivity(unchecked) private var state: State

  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Does something while no other thread does.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Waits, without the lock, until the closure gives something.
  ///
  /// - Parameter isUnsteady: while this holds, it looks again every millisecond, as what it waits for changes by itself.
  package func wait<Result>(
    lookingAgain isUnsteady: (State) -> Bool = { _ in false }, for body: (inout State) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      if isUnsteady(state) {
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

  /// Has all threads that wait look again.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Has one thread that waits look again.
  package func signal() { pthread_cond_signal(condition) }
}
