/// A label in a border.
struct Label {
  var text = ""
  /// The column of its start, from 1, or of its end from the right, from -1; 0 for the middle.
  var column = 0
  var isAtBottom = false

  /// Reads `COLUMN` or `COLUMN:bottom`.
  mutating func readPosition(_ text: String, of option: String) throws(FindUsageError) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let column = Int(first) ?? (first == "center" ? 0 : nil),
      parts.count < 2 || ["top", "bottom"].contains(parts[1])
    else {
      throw FindUsageError("\(option): expected a column, as 3, -3, 3:bottom or center: \(text)")
    }
    self.column = column
    isAtBottom = parts.count > 1 && parts[1] == "bottom"
  }

  /// The number of columns before it.
  ///
  /// - Parameter left: the width of the corner.
  fileprivate func start(of length: Int, in width: Int, left: Int) -> Int {
    let last = width - length
    if column == 0 { return last / 2 }
    let start = column > 0 ? column - 1 - left : last + column + 1 + left
    return max(0, min(start, last))
  }
}

/// A border.
struct Border: Equatable {
  /// The characters of the corners, clockwise from the top left, and of the sides; spaces for
  /// missing ones.
  private var characters: Characters
  private(set) var hasTop: Bool
  private(set) var hasRight: Bool
  private(set) var hasBottom: Bool
  private(set) var hasLeft: Bool

  private struct Characters: Equatable {
    var (topLeft, topRight, bottomRight, bottomLeft) = ("", "", "", "")
    var (horizontal, vertical) = ("─", "│")

    init(_ text: String) {
      let all = text.map(String.init)
      guard all.count == 6 else { return }
      (topLeft, topRight, bottomRight, bottomLeft) = (all[0], all[1], all[2], all[3])
      (horizontal, vertical) = (all[4], all[5])
    }

    static func == (left: Self, right: Self) -> Bool {
      left.topLeft == right.topLeft && left.horizontal == right.horizontal
    }
  }

  static let none = Border("", sides: "")
  static let rounded = Border("╭╮╯╰─│", sides: "trbl")
  static let left = Border("─────│", sides: "l")
  static let bottom = Border("─────│", sides: "b")
  static let top = Border("─────│", sides: "t")
  static let right = Border("─────│", sides: "r")

  /// The borders by fzf's names.
  static let named: [String: Border] = [
    "none": .none, "rounded": .rounded, "sharp": Border("┌┐┘└─│", sides: "trbl"),
    "bold": Border("┏┓┛┗━┃", sides: "trbl"), "double": Border("╔╗╝╚═║", sides: "trbl"),
    "horizontal": Border("─────│", sides: "tb"), "vertical": Border("││││─│", sides: "lr"),
    "top": .top, "up": .top, "bottom": .bottom, "down": .bottom, "left": .left, "right": .right,
  ]

  private init(_ characters: String, sides: String) {
    self.characters = Characters(characters)
    (hasTop, hasRight) = (sides.contains("t"), sides.contains("r"))
    (hasBottom, hasLeft) = (sides.contains("b"), sides.contains("l"))
  }

  /// Its width on both sides, in columns.
  var width: Int { (hasLeft ? 1 : 0) + (hasRight ? 1 : 0) }
  /// Its height on both sides, in rows.
  var height: Int { (hasTop ? 1 : 0) + (hasBottom ? 1 : 0) }

  /// Surrounds lines of a width.
  ///
  /// - Parameter label: the label of the top line, or of the bottom line if requested, or if there
  ///   is no top line.
  func around(_ lines: [Line], width: Int, label: Label, style: Style, labelStyle: Style) -> [Line]
  {
    var result: [Line] = []
    let isBelow = label.isAtBottom && hasBottom || !hasTop
    if hasTop {
      let label = isBelow ? Label() : label
      result.append(edge(characters.topLeft, characters.topRight, width, label, style, labelStyle))
    }
    for line in lines {
      var row = Line()
      if hasLeft { row.append(characters.vertical, style) }
      row.append(line, width: width)
      if hasRight { row.append(characters.vertical, style) }
      result.append(row)
    }
    if hasBottom {
      let label = isBelow ? label : Label()
      result.append(
        edge(characters.bottomLeft, characters.bottomRight, width, label, style, labelStyle))
    }
    return result
  }

  private func edge(
    _ start: String, _ end: String, _ width: Int, _ label: Label, _ style: Style,
    _ labelStyle: Style
  ) -> Line {
    var line = Line()
    if hasLeft { line.append(start, style) }
    let text = Line(label.text, labelStyle, width: width)
    let before = label.start(of: text.width, in: width, left: hasLeft ? 1 : 0)
    line.append(String(repeating: characters.horizontal, count: before), style)
    line.append(text)
    line.append(
      String(repeating: characters.horizontal, count: width - before - text.width), style)
    if hasRight { line.append(end, style) }
    return line
  }
}
