import ViewModelHost

/// A character as it is shown.
struct Cell {
  /// Nothing in it is obeyed by a terminal.
  let text: String
  let width: Int
  /// Whether the query matches it.
  var isMatched = false
  /// The style that the line itself gives it.
  var style = Style.plain
}

extension Cell {
  /// The characters of a text of one line.
  ///
  /// - Parameters:
  ///   - matched: the parts that the query matches, in Unicode scalars.
  ///   - styles: parts with a style of their own, in Unicode scalars.
  ///   - tabStop: how many columns there are from tab to tab.
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

/// What is shown of a line that is longer than its row.
struct Excerpt {
  /// The parts that are shown; between them, and where they do not reach to an end, stands an ellipsis.
  private(set) var parts: [Range<Int>] = []

  /// - Parameters:
  ///   - width: the columns that there are.
  ///   - ellipsis: how many the ellipsis takes.
  ///   - tail: from where on the line tells most: the name of a file. It stays in sight, and so does as much as can of
  ///     what is matched before it; `nil` where the line tells most at its start.
  init(_ cells: [Cell], width: Int, ellipsis: Int, tail: Int?) {
    if Cell.width(cells) <= width {
      parts = [0..<cells.count]
    } else if let tail {
      keep(tail, cells, width, ellipsis)
    } else {
      let last = cells.lastIndex { $0.isMatched }.map { $0 + 1 } ?? 0
      let end = Self.end(of: cells, from: 0, width: width - ellipsis)
      // What is matched is in sight, up to its end.
      parts = last <= end ? [0..<end] : [Self.ending(last, cells, width, ellipsis)]
    }
  }

  /// Shows the end of a line, and before it what is matched, or what comes before the end.
  private mutating func keep(_ tail: Int, _ cells: [Cell], _ width: Int, _ ellipsis: Int) {
    let start = Self.start(of: cells, to: cells.count, width: width - ellipsis)
    let last = cells[..<min(tail, start)].lastIndex { $0.isMatched }
    let room = width - Cell.width(cells[max(tail, start)...]) - 2 * ellipsis
    guard let last, room > 0, tail > start else {
      parts = [start..<cells.count]
      return
    }
    // One ellipsis is enough where the start is in sight.
    let isAtStart = Cell.width(cells[...last]) <= room + ellipsis
    let first = isAtStart ? 0 : Self.start(of: cells, to: last + 1, width: room)
    let end = isAtStart ? Self.end(of: cells, from: 0, width: room + ellipsis) : last + 1
    parts = [first..<min(end, tail), tail..<cells.count]
  }

  /// A part that ends somewhere, with an ellipsis before it, and one behind it if there is more.
  private static func ending(
    _ end: Int, _ cells: [Cell], _ width: Int, _ ellipsis: Int
  ) -> Range<Int> {
    let room = width - (end < cells.count ? 2 : 1) * ellipsis
    return start(of: cells, to: end, width: room)..<end
  }

  /// How far a part reaches that begins somewhere.
  private static func end(of cells: [Cell], from start: Int, width: Int) -> Int {
    var (end, taken) = (start, 0)
    while end < cells.count, taken + cells[end].width <= width {
      taken += cells[end].width
      end += 1
    }
    return end
  }

  /// Where a part begins that ends somewhere.
  private static func start(of cells: [Cell], to end: Int, width: Int) -> Int {
    var (start, taken) = (end, 0)
    while start > 0, taken + cells[start - 1].width <= width {
      taken += cells[start - 1].width
      start -= 1
    }
    return start
  }

  /// The line, with what is left out.
  func line(
    of cells: [Cell], ellipsis: String, _ style: Style, match: Style
  ) -> Line {
    var line = Line()
    var place = 0
    for part in parts {
      if part.lowerBound > place { line.append(ellipsis, style) }
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
      place = part.upperBound
    }
    if place < cells.count { line.append(ellipsis, style) }
    return line
  }
}
