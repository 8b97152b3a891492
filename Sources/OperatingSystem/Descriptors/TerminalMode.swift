import LibC

/// The input mode of a terminal.
package enum TerminalMode {
  /// Makes the terminal send each key at once without echo, and control keys without signals. The
  /// mode is restored when the process ends, except by a signal that cannot be caught.
  ///
  /// - Returns: False if it is not a terminal.
  package static func enterRaw(_ terminal: Descriptor) -> Bool {
    var mode = termios()
    guard tcgetattr(terminal.raw, &mode) == 0 else { return false }
    if original == nil {
      original = mode
      atexit { TerminalMode.restore() }
      for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
        signal(number) { number in
          TerminalMode.restore()
          signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
    rawTerminal = terminal.raw
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON | ISTRIP)
    return tcsetattr(terminal.raw, TCSADRAIN, &mode) == 0
  }

  /// Restores the terminal's mode; async-signal-safe, and callable at any time.
  package static func restore() {
    guard rawTerminal >= 0, var mode = original else { return }
    tcsetattr(rawTerminal, TCSADRAIN, &mode)
    rawTerminal = -1
  }

  /// Suspends this process and its group, as Control-Z does, and returns when it is continued.
  package static func suspend(_ terminal: Descriptor) {
    restore()
    kill(0, SIGTSTP)
    _ = enterRaw(terminal)
  }

  /// Returns the number of a terminal's columns.
  package static func columns(of terminal: Descriptor) -> Int {
    size(of: terminal).map { Int($0.ws_col) } ?? 80
  }

  /// Returns the number of a terminal's rows.
  package static func rows(of terminal: Descriptor) -> Int {
    size(of: terminal).map { Int($0.ws_row) } ?? 24
  }

  private static func size(of terminal: Descriptor) -> winsize? {
    var size = winsize()
    guard ioctl(terminal.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }

  /// Runs the closure while Control-C does not end this process, such as a wait for a program that
  /// uses the terminal.
  package static func withoutInterrupts(_ body: () -> Void) {
    let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    body()
    for (number, handler) in before { signal(number, handler) }
  }

  /// The meaning of a byte from ``report(to:)``.
  package enum Report {
    package static let resized: UInt8 = 1
    package static let ended: UInt8 = 2
  }

  /// Makes signals write a byte instead of their default action: one for a new terminal size,
  /// another for termination. Call it after ``enterRaw(_:)``.
  package static func report(to descriptor: Descriptor) {
    reportDescriptor = descriptor.raw
    signal(SIGWINCH) { _ in TerminalMode.report(Report.resized) }
    for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
      signal(number) { _ in TerminalMode.report(Report.ended) }
    }
  }

  private static func report(_ byte: UInt8) {
    var byte = byte
    _ = write(reportDescriptor, &byte, 1)
  }
}

// State of the signal handler. A handler captures no variables, so these are global and set before
// it.
nonisolated(unsafe) private var original: termios?
nonisolated(unsafe) private var rawTerminal: CInt = -1
nonisolated(unsafe) private var reportDescriptor: CInt = -1
