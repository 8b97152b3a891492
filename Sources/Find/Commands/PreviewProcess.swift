import OperatingSystem

/// A preview command, with its output.
final class PreviewProcess {
  let command: String
  private let process: ChildProcess
  private var rest: [UInt8] = []
  private var style = Style.plain
  private var byteCount = 0
  private(set) var lines: [AnsiText] = []
  private(set) var hasEnded = false

  /// The most output that is read, in bytes.
  private static let limit = 16_777_216

  /// Starts the command.
  ///
  /// - Parameter size: the size of the preview, which the command can query.
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

  /// The descriptor to poll.
  var descriptor: Descriptor { process.output }

  /// Reads the available output.
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
      addLine(rest[..<end])
      rest.removeSubrange(...end)
    }
    hasEnded = isAtEnd
    if isAtEnd, !rest.isEmpty {
      addLine(rest[...])
      rest = []
    }
  }

  private func addLine(_ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let text = String(decoding: bytes, as: UTF8.self)
    // Clearing the screen discards the lines before it.
    if text.contains("\u{1B}[2J") { lines = [] }
    lines.append(AnsiText(text, style: &style))
  }
}

/// The user's shell.
enum Shell {
  static var path: String { Process.environment("SHELL") ?? "/bin/sh" }

  /// Runs a command, and waits for its end.
  ///
  /// - Parameter terminal: its input and output; `nil` for the null device.
  static func run(_ command: String, on terminal: Descriptor?) -> ChildProcess.End? {
    guard let stream = terminal ?? Descriptor.open("/dev/null", 2) else { return nil }
    defer { if terminal == nil { stream.close() } }
    return try? ChildProcess(path, ["-c", command], on: stream).wait()
  }
}
