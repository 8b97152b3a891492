/// The part of a terminal that is used: the whole screen, or some rows below where the cursor was. Only lines that
/// differ from what is there are written.
struct Region {
  private(set) var rows = 0
  private var shown: [Line?] = []
  /// In which row the cursor is.
  private var row = 0
  private let isWhole: Bool

  /// - Parameter isWhole: whether it is the whole screen, another one than the shell's (xterm's mode 1049).
  init(isWhole: Bool) { self.isWhole = isWhole }

  /// What makes room for so many rows, and leaves them empty.
  mutating func begin(rows: Int) -> String {
    defer { (self.rows, row, shown) = (rows, 0, Array(repeating: nil, count: rows)) }
    if isWhole { return "\u{1B}[?1049h\u{1B}[H\u{1B}[2J" }
    let up = rows > 1 ? "\u{1B}[\(rows - 1)A" : ""
    return "\r\u{1B}[J" + String(repeating: "\n", count: max(rows - 1, 0)) + up
  }

  /// What empties it, as its rows are other ones now, or may be spoilt.
  mutating func renew(rows: Int) -> String {
    let toTop = isWhole ? "\u{1B}[H\u{1B}[2J" : self.toTop() + "\u{1B}[J"
    let all = begin(rows: rows)
    return isWhole ? toTop : toTop + all
  }

  /// What takes it off the terminal.
  mutating func end() -> String {
    isWhole ? "\u{1B}[?1049l" : "\(toTop())\u{1B}[J"
  }

  /// What shows lines, and puts the cursor somewhere.
  mutating func show(_ lines: [Line], cursor: (row: Int, column: Int)) -> String {
    var output = "\u{1B}[?25l"
    for (index, line) in lines.prefix(rows).enumerated() where shown[index] != line {
      // Emptied before, as behind a line of full width the cursor may stand on its last character.
      output += move(to: index) + "\u{1B}[K" + line.text
      shown[index] = line
    }
    output += move(to: cursor.row)
    if cursor.column > 0 { output += "\u{1B}[\(cursor.column)C" }
    return output + "\u{1B}[?25h"
  }

  /// What moves the cursor to the start of a row.
  private mutating func move(to target: Int) -> String {
    defer { row = target }
    if target < row { return "\r\u{1B}[\(row - target)A" }
    return target > row ? "\r\u{1B}[\(target - row)B" : "\r"
  }

  private mutating func toTop() -> String { move(to: 0) }
}
