import JSON
import ViewModelHost

/// A line as a terminal shows it, and how many columns it takes.
struct Line: Equatable {
  /// With the control sequences of its styles.
  private(set) var text = ""
  private(set) var width = 0

  init() {}

  /// Swift's own comparison of texts takes long where many combining marks stand in a row.
  static func == (left: Line, right: Line) -> Bool {
    left.width == right.width && left.text.hasSameCodeUnits(as: right.text)
  }

  /// As much of a text as fits into a width.
  init(_ text: String, _ style: Style, width: Int) {
    append(Self.prefix(text, width), style)
  }

  /// - Parameter text: without anything that a terminal would obey.
  mutating func append(_ text: String, _ style: Style = .plain) {
    append(text, width: VisibleText.width(text), style)
  }

  /// The same where the width is known.
  mutating func append(_ text: String, width: Int, _ style: Style) {
    if text.isEmpty { return }
    self.text += style == .plain ? text : "\u{1B}[\(style.parameters)m\(text)\u{1B}[0m"
    self.width += width
  }

  mutating func append(_ line: Line) {
    text += line.text
    width += line.width
  }

  /// Appends a line with spaces behind it, up to a width.
  mutating func append(_ line: Line, width: Int, _ style: Style = .plain) {
    append(line)
    let rest = width - line.width
    if rest > 0 { append(String(repeating: " ", count: rest), width: rest, style) }
  }

  /// As much of the start of a text as fits.
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
