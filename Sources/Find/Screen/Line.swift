import JSON
import ViewModelHost

/// A line for the terminal, with its width in columns.
struct Line: Equatable {
  /// The text, including control sequences for styles.
  private(set) var text = ""
  private(set) var width = 0

  init() {}

  /// Compares code units: Swift's comparison is slow for long runs of combining marks.
  static func == (left: Line, right: Line) -> Bool {
    left.width == right.width && left.text.hasSameCodeUnits(as: right.text)
  }

  /// Creates a line of as much text as fits.
  init(_ text: String, _ style: Style, width: Int) {
    append(Self.prefix(text, width), style)
  }

  /// - Parameter text: text without control characters.
  mutating func append(_ text: String, _ style: Style = .plain) {
    append(text, width: VisibleText.width(text), style)
  }

  /// Appends text of a known width.
  mutating func append(_ text: String, width: Int, _ style: Style) {
    if text.isEmpty { return }
    self.text += style == .plain ? text : "\u{1B}[\(style.parameters)m\(text)\u{1B}[0m"
    self.width += width
  }

  mutating func append(_ line: Line) {
    text += line.text
    width += line.width
  }

  /// Appends a line, padded with spaces to a width.
  mutating func append(_ line: Line, width: Int, _ style: Style = .plain) {
    append(line)
    let rest = width - line.width
    if rest > 0 { append(String(repeating: " ", count: rest), width: rest, style) }
  }

  /// The longest start of a text that fits.
  static func prefix(_ text: String, _ width: Int) -> String {
    var taken = 0
    var end = text.startIndex
    while end < text.endIndex {
      taken += VisibleText.width(text[end])
      if taken > width { break }
      end = text.index(after: end)
    }
    return String(text[..<end])
  }
}
