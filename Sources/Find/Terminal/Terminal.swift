import LibC
import OperatingSystem

/// The terminal of this process, whatever standard input and output are.
final class Terminal {
  /// Stands for none where there is no terminal.
  let descriptor: Descriptor
  private let hasMouse: Bool
  /// What to poll for signals; see ``signals()``.
  let reports: Descriptor
  private let reporting: Descriptor

  init(hasMouse: Bool) throws {
    descriptor = Self.open() ?? .none
    self.hasMouse = hasMouse
    (reports, reporting) = try Descriptor.pipe()
  }

  /// In a root folder without `/dev/tty` it is the one that was given for errors, or for input.
  private static func open() -> Descriptor? {
    if let terminal = Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY) { return terminal }
    let given = [Descriptor.standardError, Descriptor.standardInput]
    return given.first { $0.isTerminal }?.duplicate()
  }

  /// Takes keys as they are pressed.
  func enter() {
    _ = TerminalMode.enterRaw(descriptor)
    write("\u{1B}[?2004h\(hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")")
    TerminalMode.report(to: reporting)
  }

  /// Gives it back as it was.
  func leave() {
    write("\(hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")\u{1B}[?2004l")
    TerminalMode.restore()
  }

  /// Stops this process, as Control-Z does; comes back when it goes on.
  func suspend() {
    leave()
    TerminalMode.suspend(descriptor)
    enter()
  }

  var size: (columns: Int, rows: Int) {
    (TerminalMode.columns(of: descriptor), TerminalMode.rows(of: descriptor))
  }

  /// What was typed; nothing when the terminal is gone.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      if case .bytes(let count) = descriptor.read(into: buffer) { bytes += buffer[..<count] }
    }
    return bytes
  }

  /// What signals have come: whether the terminal has another size, and whether this process is to end.
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
