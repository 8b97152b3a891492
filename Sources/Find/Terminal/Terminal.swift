import LibC
import OperatingSystem

/// The terminal of this process, even if standard input and output are redirected.
final class Terminal {
  /// The terminal; `.none` without one.
  let descriptor: Descriptor
  private let hasMouse: Bool
  /// The descriptor to poll for ``signals()``.
  let reports: Descriptor
  private let reporting: Descriptor

  init(hasMouse: Bool) throws {
    descriptor = Self.open() ?? .none
    self.hasMouse = hasMouse
    (reports, reporting) = try Descriptor.pipe()
  }

  /// Opens `/dev/tty`, or uses standard error or input, for example in a `chroot` without
  /// `/dev/tty`.
  private static func open() -> Descriptor? {
    if let terminal = Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY) { return terminal }
    let given = [Descriptor.standardError, Descriptor.standardInput]
    return given.first { $0.isTerminal }?.duplicate()
  }

  /// Begins to read single keys.
  func enter() {
    _ = TerminalMode.enterRaw(descriptor)
    write("\u{1B}[?2004h\(hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")")
    TerminalMode.report(to: reporting)
  }

  /// Restores the terminal.
  func leave() {
    write("\(hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")\u{1B}[?2004l")
    TerminalMode.restore()
  }

  /// Stops this process, as Control-Z does; returns when it continues.
  func suspend() {
    leave()
    TerminalMode.suspend(descriptor)
    enter()
  }

  var size: (columns: Int, rows: Int) {
    (TerminalMode.columns(of: descriptor), TerminalMode.rows(of: descriptor))
  }

  /// Reads the available input; empty once the terminal is closed.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      if case .bytes(let count) = descriptor.read(into: buffer) { bytes += buffer[..<count] }
    }
    return bytes
  }

  /// The received signals: whether the size has changed, and whether this process should end.
  func signals() -> (isResized: Bool, isEnd: Bool) {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      if case .bytes(let count) = reports.read(into: buffer) { bytes += buffer[..<count] }
    }
    return (
      bytes.contains(TerminalMode.Report.resized), bytes.contains(TerminalMode.Report.ended)
    )
  }

  func write(_ text: String) { try? descriptor.writeAll(text, as: "the terminal") }
}
