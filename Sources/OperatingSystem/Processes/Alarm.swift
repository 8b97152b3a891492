import LibC

/// Ends the process if uninterruptible work on the same thread takes too long.
package enum Alarm {
  /// Sets the alarm: at the limit of a ``ProgressTimeout`` the process writes the message to
  /// standard error and exits with status 1.
  package static func set(seconds: Int, _ message: String) {
    lastWords?.deallocate()
    let words = UnsafeMutableRawBufferPointer.allocate(byteCount: message.utf8.count, alignment: 1)
    words.copyBytes(from: message.utf8)
    lastWords = words
    timeout = ProgressTimeout(seconds: seconds, from: ProcessorClock.own.reading)
    signal(SIGALRM) { _ in
      // Only async-signal-safe calls (POSIX.1-2017, 2.4.3).
      guard timeout?.advance(to: ProcessorClock.own.reading) == true else {
        alarm(Alarm.interval)
        return
      }
      _ = write(2, lastWords?.baseAddress, lastWords?.count ?? 0)
      _exit(1)
    }
    alarm(interval)
  }

  /// The interval in seconds.
  fileprivate static let interval = CUnsignedInt(ProgressTimeout.interval / 1000)

  /// Cancels the alarm.
  package static func cancel() { alarm(0) }
}

// State of the signal handler. A handler captures no variables, so these are global and set before
// the alarm.
nonisolated(unsafe) private var timeout: ProgressTimeout?
nonisolated(unsafe) private var lastWords: UnsafeMutableRawBufferPointer?
