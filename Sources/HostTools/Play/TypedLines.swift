import ViewModelHost
import OperatingSystem

/// Where the lines come from that are typed in `play`, and how text is shown beside them.
protocol TypedLines: AnyObject {
  /// What to wait for.
  var descriptor: Descriptor { get }
  /// Whether no line follows those that have come.
  var hasEnded: Bool { get }
  /// Whether somebody wants to end at once, however much is still to do.
  var isImpatient: Bool { get }
  /// Whether a person types, to whom the end of the lines means to end everything.
  var isInteractive: Bool { get }
  /// Whether there may be something to read although no line is wanted now.
  var isAlwaysRead: Bool { get }

  /// Reads what is there.
  func read()
  /// The next line.
  func next() -> String?
  /// Shows text: whole lines, or none.
  func show(_ text: String) throws
  /// Nothing more is read or shown.
  func finish()
}

/// Lines from a pipe or file, or from a terminal that does not let lines be edited.
final class PlainLines: TypedLines {
  let isInteractive: Bool
  let isImpatient = false
  let isAlwaysRead = false
  private let reader: LineReader
  private let output: Descriptor
  private var hasRead = false

  init(_ input: Descriptor, _ output: Descriptor) {
    reader = LineReader(input)
    self.output = output
    isInteractive = input.isTerminal
  }

  var descriptor: Descriptor { reader.descriptor }
  var hasEnded: Bool { reader.hasEnded }

  func read() {
    reader.read()
    hasRead = true
  }

  func next() -> String? { reader.next() }

  func show(_ text: String) throws {
    guard isInteractive else { return try output.show(text) }
    // A text starts where the prompt is.
    if hasRead || !text.isEmpty { try output.show("\r\(text)> ") }
    hasRead = false
  }

  func finish() { if isInteractive { try? output.show("\n") } }
}

/// Lines that somebody types and edits at a terminal.
final class EditedLines: TypedLines {
  let descriptor: Descriptor
  let isInteractive = true
  /// Control-C ends what takes too long.
  let isAlwaysRead = true
  private(set) var hasEnded = false
  private(set) var isImpatient = false
  private let output: Descriptor
  private var editor: LineEditor
  private var decoder = KeyDecoder()
  private let history: History
  private var lines: [String] = []
  private var isShown = false

  /// `nil` when the two are not a terminal that can do what is needed.
  init?(
    _ input: Descriptor, _ output: Descriptor, _ history: History,
    complete: @escaping (String) -> LineEditor.Completion?
  ) {
    guard input.isTerminal, output.isTerminal,
      let kind = Process.environment("TERM"), kind != "dumb", TerminalMode.enterRaw(input)
    else { return nil }
    descriptor = input
    self.output = output
    self.history = history
    editor = LineEditor(history: history.lines, complete: complete)
  }

  func read() {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      if case .bytes(let count) = descriptor.read(into: buffer) { bytes += buffer[..<count] }
    }
    if bytes.isEmpty { end() }
    for key in decoder.feed(bytes) {
      if hasEnded {
        isImpatient = isImpatient || key == .control("C")
      } else if let action = editor.press(key) {
        obey(action)
      }
    }
    if !hasEnded { redraw() }
  }

  private func obey(_ action: LineEditor.Action) {
    switch action {
    case .line(let line):
      write("\r\(LineEditor.prompt)\(VisibleText.escaped(line))\u{1B}[K\n")
      history.append(line)
      lines.append(line)
    case .abandoned(let line):
      write("\r\(LineEditor.prompt)\(VisibleText.escaped(line))^C\u{1B}[K\n")
    case .end: end()
    case .suspend: TerminalMode.suspend(descriptor)
    case .clearScreen: write("\u{1B}[H\u{1B}[2J")
    case .choices(let choices): write("\n\(VisibleText.escaped(choices.joined(separator: "  ")))\n")
    }
  }

  private func end() {
    hasEnded = true
    isShown = false
    write("\r\u{1B}[K")
  }

  func next() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  func show(_ text: String) throws {
    if !text.isEmpty { try output.show("\r\u{1B}[K\(text)") }
    if !hasEnded && (!text.isEmpty || !isShown) { redraw() }
  }

  private func redraw() {
    isShown = true
    write(
      editor.shown(prompt: LineEditor.prompt, columns: TerminalMode.columns(of: output)))
  }

  func finish() {
    if !hasEnded { end() }
    TerminalMode.restore()
  }

  private func write(_ text: String) { try? output.show(text) }
}

extension LineEditor {
  fileprivate static var prompt: String { "> " }
}
