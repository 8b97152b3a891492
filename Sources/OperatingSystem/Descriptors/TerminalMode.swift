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
    var size = winsize()
    guard ioctl(terminal.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

// What the signal handler uses. A handler captures nothing, so these are global; they are set before it is.
nonisolated(unsafe) private var original: termios?
nonisolated(unsafe) private var rawTerminal: CInt = -1
