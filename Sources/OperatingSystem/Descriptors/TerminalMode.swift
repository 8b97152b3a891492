import LibC

/// How a terminal hands over what is typed.
package enum TerminalMode {
  /// Has the terminal hand over each key at once and show none, and control keys send no signals. However the process
  /// ends, but for a signal that cannot be caught, the terminal is as it was.
  ///
  /// - Returns: false when it is no terminal.
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

  /// Has the terminal be as it was; may be called in a signal handler, and at any time.
  package static func restore() {
    guard rawTerminal >= 0, var mode = original else { return }
    tcsetattr(rawTerminal, TCSADRAIN, &mode)
    rawTerminal = -1
  }

  /// Stops this process with its group, as Control-Z does; comes back when it is to go on.
  package static func suspend(_ terminal: Descriptor) {
    restore()
    kill(0, SIGTSTP)
    _ = enterRaw(terminal)
  }

  /// How many columns a terminal has.
  package static func columns(of terminal: Descriptor) -> Int {
    size(of: terminal).map { Int($0.ws_col) } ?? 80
  }

  /// How many rows a terminal has.
  package static func rows(of terminal: Descriptor) -> Int {
    size(of: terminal).map { Int($0.ws_row) } ?? 24
  }

  private static func size(of terminal: Descriptor) -> winsize? {
    var size = winsize()
    guard ioctl(terminal.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }

  /// Does something that Control-C ends without ending this process, such as waiting for a program that has the terminal.
  package static func withoutInterrupts(_ body: () -> Void) {
    let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    body()
    for (number, handler) in before { signal(number, handler) }
  }

  /// What a byte of ``report(to:)`` stands for.
  package enum Report {
    package static let resized: UInt8 = 1
    package static let ended: UInt8 = 2
  }

  /// Has signals write a byte in place of what they do: one when the terminal has another size, another one when this
  /// process is to end. To be called after ``enterRaw(_:)``.
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

// What the signal handler uses. A handler captures nothing, so these are global; they are set before it is.
nonisolated(unsafe) private var original: termios?
nonisolated(unsafe) private var rawTerminal: CInt = -1
nonisolated(unsafe) private var reportDescriptor: CInt = -1
