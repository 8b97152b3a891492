#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the process when something takes too long that cannot be interrupted, as it runs on the same thread.
nonisolated enum Alarm {
  /// Sets the alarm: after so many seconds the process says why on standard error, and exits with status 1.
  static func set(seconds: Int, _ message: String) {
    lastWords?.deallocate()
    let words = UnsafeMutableRawBufferPointer.allocate(byteCount: message.utf8.count, alignment: 1)
    words.copyBytes(from: message.utf8)
    lastWords = words
    signal(SIGALRM) { _ in
      // Only what POSIX allows in a signal handler.
      _ = write(2, lastWords?.baseAddress, lastWords?.count ?? 0)
      _exit(1)
    }
    alarm(CUnsignedInt(clamping: seconds))
  }

  /// Takes the alarm back.
  static func cancel() { alarm(0) }
}

/// What the signal handler writes. A handler captures nothing, so this is global; it is set before the alarm is.
nonisolated(unsafe) private var lastWords: UnsafeMutableRawBufferPointer?
