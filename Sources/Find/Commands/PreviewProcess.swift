import OperatingSystem

/// A command that shows the current line, and what it has printed.
final class PreviewProcess {
  let command: String
  private let process: ChildProcess
  private var rest: [UInt8] = []
  private var style = Style.plain
  private var byteCount = 0
  private(set) var lines: [AnsiText] = []
  private(set) var hasEnded = false

  /// More is not read, in bytes.
  private static let limit = 16_777_216

  /// Starts it.
  ///
  /// - Parameter size: of the window, which the command may ask for.
  init(_ command: String, size: (columns: Int, rows: Int)) throws(SystemError) {
    self.command = command
    let (rows, columns) = (size.rows, size.columns)
    let script = """
      export FZF_PREVIEW_LINES=\(rows) FZF_PREVIEW_COLUMNS=\(columns) LINES=\(rows) COLUMNS=\(columns)
      exec 2>&1
      \(command)
      """
    process = try ChildProcess(
      Shell.path, ["-c", script], heeding: [Process.brokenPipe], hasInput: false, isGroup: true)
  }

  deinit {
    process.output.close()
    process.killGroup()
  }

  /// What to poll.
  var descriptor: Descriptor { process.output }

  /// Reads what is there.
  func read() {
    var isAtEnd = true
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      if case .bytes(let count) = process.output.read(into: buffer) {
        rest += buffer[..<count]
        byteCount += count
        isAtEnd = byteCount > Self.limit
      }
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end])
      rest.removeSubrange(...end)
    }
    hasEnded = isAtEnd
    if isAtEnd, !rest.isEmpty {
      take(rest[...])
      rest = []
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let text = String(decoding: bytes, as: UTF8.self)
    // What clears a screen begins anew.
    if text.contains("\u{1B}[2J") { lines = [] }
    lines.append(AnsiText(text, style: &style))
  }
}

/// The shell of the user.
enum Shell {
  static var path: String { Process.environment("SHELL") ?? "/bin/sh" }

  /// Runs a command to its end.
  ///
  /// - Parameter terminal: what it reads from and writes to; the null device if there is none.
  static func run(_ command: String, on terminal: Descriptor?) -> ChildProcess.End? {
    guard let stream = terminal ?? Descriptor.open("/dev/null", 2) else { return nil }
    defer { if terminal == nil { stream.close() } }
    return try? ChildProcess(path, ["-c", command], on: stream).wait()
  }
}
