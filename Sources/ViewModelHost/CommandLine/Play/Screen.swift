import JSON

/// Text for a terminal, as it comes together.
struct Screen {
  enum Style { case plain, important }

  private let isColored: Bool
  private var text = ""

  init(isColored: Bool) { self.isColored = isColored }

  /// The text since it was taken the last time.
  mutating func takeText() -> String {
    defer { text = "" }
    return text
  }

  /// Adds whole lines.
  mutating func write(_ lines: String, _ style: Style = .plain) {
    text += isColored && style == .important ? "\u{1B}[1m\(lines)\u{1B}[0m\n" : "\(lines)\n"
  }

  /// Adds a state, one output a line; a star marks those that have changed.
  mutating func write(state: JSONValue, changed: Set<String>, title: String?) {
    if let title { write("\(title):") }
    let outputs = state.objectValue ?? [:]
    if outputs.isEmpty { write("  (no outputs)") }
    let width = outputs.keys.map(\.count).max() ?? 0
    for (name, value) in outputs {
      let isChanged = changed.contains(name)
      write(
        "\(isChanged ? "*" : " ") \(padded(name, to: width + 1)) \(value)",
        isChanged ? .important : .plain
      )
    }
  }
}
