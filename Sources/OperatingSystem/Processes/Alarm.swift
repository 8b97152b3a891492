import LibC

/// Ends the process when something takes too long that cannot be interrupted, as it runs on the same thread.
package enum Alarm {
  /// Sets the alarm: when the limit of a ``Patience`` is reached the process says why on standard error, and exits with
  /// status 1.
  package static func set(seconds: Int, _ message: String) {
    lastWords?.deallocate()
    let words = UnsafeMutableRawBufferPointer.allocate(byteCount: message.utf8.count, alignment: 1)
    words.copyBytes(from: message.utf8)
    lastWords = words
    patience = Patience(seconds: seconds, from: ProcessorClock.own.reading)
    signal(SIGALRM) { _ in
      // Only what POSIX allows in a signal handler.
      guard patience?.advance(to: ProcessorClock.own.reading) == true else {
        alarm(Alarm.interval)
        return
      }
      _ = write(2, lastWords?.baseAddress, lastWords?.count ?? 0)
      _exit(1)
    }
    alarm(interval)
  }

  /// In seconds.
  fileprivate static let interval = CUnsignedInt(Patience.interval / 1000)

  /// Takes the alarm back.
  package static func cancel() { alarm(0) }
}

// What the signal handler uses. A handler captures nothing, so these are global; they are set before the alarm is.
nonisolated(unsafe) private var patience: Patience?
nonisolated(unsafe) private var lastWords: UnsafeMutableRawBufferPointer?
