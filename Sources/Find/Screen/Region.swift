/// The used part of a terminal: the whole screen, or rows from the cursor down. Only changed lines
/// are written.
struct Region {
  private(set) var rows = 0
  private var shown: [Line?] = []
  /// The row of the cursor.
  private var row = 0
  private let isWhole: Bool

  /// - Parameter isWhole: whether it is the whole alternate screen (xterm's mode 1049).
  init(isWhole: Bool) { self.isWhole = isWhole }

  /// The text that creates empty rows.
  mutating func begin(rows: Int) -> String {
    defer { (self.rows, row, shown) = (rows, 0, Array(repeating: nil, count: rows)) }
    if isWhole { return "\u{1B}[?1049h\u{1B}[H\u{1B}[2J" }
    let up = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
    return "\r\u{1B}[J" + String(repeating: "\n", count: max(rows - 1, 0)) + up
  }

  /// The text that replaces the rows by empty ones, after a change of size, or when other programs
  /// have written over them.
  mutating func renew(rows: Int) -> String {
    let toTop = isWhole ? "\u{1B}[H\u{1B}[2J" : self.toTop() + "\u{1B}[J"
    let all = begin(rows: rows)
    return isWhole ? toTop : toTop + all
  }

  /// The text that removes the region.
  mutating func end() -> String {
    isWhole ? "\u{1B}[?1049l" : "\(toTop())\u{1B}[J"
  }

  /// The text that shows lines and moves the cursor.
  mutating func show(_ lines: [Line], cursor: (row: Int, column: Int)) -> String {
    var output = "\u{1B}[?25l"
    for (index, line) in lines.prefix(rows).enumerated() where shown[index] != line {
      // Clear the row first: after a full line, the cursor may still be on its last character.
      output += move(to: index) + "\u{1B}[K" + line.text
      shown[index] = line
    }
    output += move(to: cursor.row)
    if cursor.column > 0 { output += "\u{1B}[\(cursor.column)C" }
    return output + "\u{1B}[?25h"
  }

  /// The text that moves the cursor to the start of a row.
  private mutating func move(to target: Int) -> String {
    defer { row = target }
    if target < row { return "\r\u{1B}[\(row - target)A" }
    return target > row ? "\r\u{1B}[\(target - row)B" : "\r"
  }

  private mutating func toTop() -> String { move(to: 0) }
}
