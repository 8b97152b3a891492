import ViewModelHost

extension PreviewText {
  /// The visible rows.
  func lines(columns: Int, rows: Int, _ options: FindOptions) -> [Line] {
    let window = options.previewWindow
    let fixed = min(window.headerLines, rows, lines.count)
    var result = lines[..<fixed].flatMap { Self.rows(of: $0, columns, options, wraps: false) }
    for line in lines.dropFirst(fixed + offset) where result.count < rows {
      result += Self.rows(of: line, columns, options, wraps: window.wraps)
    }
    result = Array(result.prefix(rows))
    // The position in the text, if it fits.
    let position = Line("\(offset + 1)/\(lines.count)", Style(parameters: "7"), width: columns)
    if offset > 0, let first = result.first, first.width + position.width < columns {
      var line = Line()
      line.append(first, width: columns - position.width)
      line.append(position)
      result[0] = line
    }
    return result + Array(repeating: Line(), count: rows - result.count)
  }

  private static func rows(
    of text: AnsiText, _ columns: Int, _ options: FindOptions, wraps: Bool
  ) -> [Line] {
    let cells = Cell.cells(text.text, styles: text.styles, tabStop: options.tabStop)
    let look = options.theme[.previewBackground].adding(options.theme[.previewText])
    guard wraps, Cell.width(cells) > columns else {
      let excerpt = Excerpt(
        cells, width: columns, ellipsis: VisibleText.width(options.ellipsis), tail: nil)
      return [excerpt.line(of: cells, ellipsis: options.ellipsis, look, match: look)]
    }
    var rows: [Line] = []
    var row: [Cell] = []
    for cell in cells {
      if Cell.width(row) + cell.width > columns {
        rows.append(line(of: row, look))
        row = []
      }
      row.append(cell)
    }
    rows.append(line(of: row, look))
    return rows
  }

  private static func line(of cells: [Cell], _ look: Style) -> Line {
    Excerpt(cells, width: .max, ellipsis: 0, tail: nil)
      .line(of: cells, ellipsis: "", look, match: look)
  }
}
