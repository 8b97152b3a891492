import ViewModelHost
import OperatingSystem

/// The source of typed lines in `play`, which also shows text.
protocol TypedLines: AnyObject {
  /// The descriptor to poll.
  var descriptor: Descriptor { get }
  /// Whether no more lines will arrive.
  var hasEnded: Bool { get }
  /// Whether the user wants to end at once, without waiting for pending work.
  var isImpatient: Bool { get }
  /// Whether a person types, who means to quit with the end of input.
  var isInteractive: Bool { get }
  /// Whether input is read even while no line is wanted.
  var isAlwaysRead: Bool { get }

  /// Reads the available bytes.
  func read()
  /// Removes and returns the next line.
  func next() -> String?
  /// Shows text, which consists of whole lines, or is empty.
  func show(_ text: String) throws
  /// Ends reading and showing.
  func finish()
}

/// Lines from a pipe or file, or from a terminal without line editing.
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
    // The text replaces the prompt.
    if hasRead || !text.isEmpty { try output.show("\r\(text)> ") }
    hasRead = false
  }

  func finish() { if isInteractive { try? output.show("\n") } }
}

/// Lines that the user edits at a terminal.
final class EditedLines: TypedLines {
  let descriptor: Descriptor
  let isInteractive = true
  /// Control-C has to work while an input runs.
  let isAlwaysRead = true
  private(set) var hasEnded = false
  private(set) var isImpatient = false
  private let output: Descriptor
  private var editor: LineEditor
  private var decoder = KeyDecoder()
  private let history: History
  private var lines: [String] = []
  private var isShown = false

  /// Returns `nil` if the descriptors are not a capable terminal.
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
