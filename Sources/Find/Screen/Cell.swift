import ViewModelHost

/// A character on the screen.
struct Cell {
  /// Printable text without control characters.
  let text: String
  let width: Int
  /// Whether the query matches it.
  var isMatched = false
  /// The style from the line's text.
  var style = Style.plain
}

extension Cell {
  /// The cells of a text of one line.
  ///
  /// - Parameters:
  ///   - matched: the parts that the query matches, in Unicode scalars.
  ///   - styles: parts with a style of their own, in Unicode scalars.
  ///   - tabStop: the number of columns between tab stops.
  static func cells(
    _ text: String, matched: [Range<Int>] = [], styles: [(Range<Int>, Style)] = [], tabStop: Int
  ) -> [Cell] {
    var cells: [Cell] = []
    var position = 0
    var column = 0
    var (rest, styled) = (matched[...], styles[...])
    for character in text {
      let count = character.unicodeScalars.count
      while let first = rest.first, first.upperBound <= position { rest.removeFirst() }
      while let first = styled.first, first.0.upperBound <= position { styled.removeFirst() }
      let isMatched = rest.first.map { $0.lowerBound < position + count } ?? false
      let style = styled.first.flatMap { $0.0.contains(position) ? $0.1 : nil } ?? .plain
      let shown: String
      let width: Int
      if character == "\t" {
        width = tabStop - column % tabStop
        shown = String(repeating: " ", count: width)
      } else {
        shown = VisibleText.inOneLine(String(character))
        width = VisibleText.width(shown)
      }
      cells.append(Cell(text: shown, width: width, isMatched: isMatched, style: style))
      column += width
      position += count
    }
    return cells
  }

  static func width(_ cells: some Sequence<Cell>) -> Int { cells.reduce(0) { $0 + $1.width } }
}

/// The visible parts of a line that is too long for its row.
struct Excerpt {
  /// The visible parts. An ellipsis replaces what is left out between them and at the ends.
  private(set) var parts: [Range<Int>] = []

  /// - Parameters:
  ///   - width: the width of the row.
  ///   - ellipsis: the width of the ellipsis.
  ///   - tail: the start of the most important part, such as a file name. It stays visible, with as
  ///     much as fits of the matches before it; `nil` if the start is the most important.
  init(_ cells: [Cell], width: Int, ellipsis: Int, tail: Int?) {
    if Cell.width(cells) <= width {
      parts = [0..<cells.count]
    } else if let tail {
      keep(tail, cells, width, ellipsis)
    } else {
      let last = cells.lastIndex { $0.isMatched }.map { $0 + 1 } ?? 0
      let end = Self.end(of: cells, from: 0, width: width - ellipsis)
      // Show the matches up to their end.
      parts = last <= end ? [0..<end] : [Self.ending(last, cells, width, ellipsis)]
    }
  }

  /// Shows the end of a line, and before it the last match, or the text before the end.
  private mutating func keep(_ tail: Int, _ cells: [Cell], _ width: Int, _ ellipsis: Int) {
    let start = Self.start(of: cells, to: cells.count, width: width - ellipsis)
    let last = cells[..<min(tail, start)].lastIndex { $0.isMatched }
    let room = width - Cell.width(cells[max(tail, start)...]) - 2 * ellipsis
    guard let last, room > 0, tail > start else {
      parts = [start..<cells.count]
      return
    }
    // One ellipsis suffices if the start is visible.
    let isAtStart = Cell.width(cells[...last]) <= room + ellipsis
    let first = isAtStart ? 0 : Self.start(of: cells, to: last + 1, width: room)
    let end = isAtStart ? Self.end(of: cells, from: 0, width: room + ellipsis) : last + 1
    parts = [first..<min(end, tail), tail..<cells.count]
  }

  /// The part that ends at an index, with an ellipsis before it, and one after it if more follows.
  private static func ending(
    _ end: Int, _ cells: [Cell], _ width: Int, _ ellipsis: Int
  ) -> Range<Int> {
    let room = width - (end < cells.count ? 2 : 1) * ellipsis
    return start(of: cells, to: end, width: room)..<end
  }

  /// The end of the part that begins at an index.
  private static func end(of cells: [Cell], from start: Int, width: Int) -> Int {
    var (end, taken) = (start, 0)
    while end < cells.count, taken + cells[end].width <= width {
      taken += cells[end].width
      end += 1
    }
    return end
  }

  /// The start of the part that ends at an index.
  private static func start(of cells: [Cell], to end: Int, width: Int) -> Int {
    var (start, taken) = (end, 0)
    while start > 0, taken + cells[start - 1].width <= width {
      taken += cells[start - 1].width
      start -= 1
    }
    return start
  }

  /// The line with its ellipses.
  func line(
    of cells: [Cell], ellipsis: String, _ style: Style, match: Style
  ) -> Line {
    var line = Line()
    var end = 0
    for part in parts {
      if part.lowerBound > end { line.append(ellipsis, style) }
      var run = ""
      var (runWidth, runStyle) = (0, style)
      for cell in cells[part] {
        let look = cell.isMatched ? match : style.adding(cell.style)
        if look != runStyle {
          line.append(run, width: runWidth, runStyle)
          (run, runWidth, runStyle) = ("", 0, look)
        }
        run += cell.text
        runWidth += cell.width
      }
      line.append(run, width: runWidth, runStyle)
      end = part.upperBound
    }
    if end < cells.count { line.append(ellipsis, style) }
    return line
  }
}
