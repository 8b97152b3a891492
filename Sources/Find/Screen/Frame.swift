import ViewModelHost

/// The content of the screen.
struct Frame {
  private(set) var lines: [Line]
  private(set) var cursor = (row: 0, column: 0)
  /// The indices of lines in the list, by row of the screen.
  private(set) var listed: [Int: Int] = [:]
  /// The rows and columns of the preview.
  private(set) var previewArea: (rows: Range<Int>, columns: Range<Int>)?

  init(_ state: ScreenState, _ options: FindOptions, _ layout: Layout, width: Int) {
    let theme = options.theme
    // The prompt and the lines next to it, in order of distance.
    var fixed: [(Line, column: Int?)] = []
    let (prompt, column) = Self.prompt(state, options, layout.width)
    func headerLines(_ texts: some Sequence<String>) -> [Line] {
      texts.map { Self.header($0, options, layout.width) }
    }
    let header = headerLines(state.header.prefix(layout.headerRows))
    let listHeader = headerLines(state.listHeader.prefix(layout.headerRows - header.count))
    fixed.append((prompt, column))
    if options.info == .line { fixed.append((Self.info(state, options, layout.width), nil)) }
    // A header always reads from the top; header lines of the list follow the direction of the
    // list.
    let allHeader = ((options.layout == .reverse ? header : header.reversed()) + listHeader).map {
      ($0, nil as Int?)
    }
    fixed = options.isHeaderFirst ? allHeader + fixed : fixed + allHeader
    var list: [(Line, index: Int?)] = (0..<layout.listRows).map { row in
      guard row < state.rows.count else { return (Line(), nil) }
      let line = Self.row(state.rows[row], at: row + state.offset, state, options, layout.width)
      return (line, row + state.offset)
    }
    if options.layout == .bottom { list.reverse() }
    var area: [Line]
    var listStart = 0
    if options.layout == .reverse {
      area = fixed.map(\.0) + list.map(\.0)
      listStart = fixed.count
    } else {
      area = list.map(\.0) + fixed.reversed().map(\.0)
    }
    let promptIndex = fixed.firstIndex { $0.column != nil } ?? 0
    cursor = (options.layout == .reverse ? promptIndex : area.count - 1 - promptIndex, column)
    for (row, entry) in list.enumerated() {
      if let index = entry.index { listed[listStart + row] = index }
    }
    lines = area
    addPreview(state, options, layout)
    surround(options, layout, theme, width: width)
  }

  // MARK: Lines

  /// The line of the prompt and the part of the query around the cursor, with the cursor's column.
  private static func prompt(
    _ state: ScreenState, _ options: FindOptions, _ width: Int
  ) -> (Line, Int) {
    var line = Line(VisibleText.inOneLine(state.prompt), options.theme[.prompt], width: width - 1)
    let cells = Cell.cells(String(state.query), tabStop: 1)
    let room = max(width - line.width - 1, 1)
    var (start, before) = (min(state.cursor, cells.count), 0)
    while start > 0, before + cells[start - 1].width <= room {
      start -= 1
      before += cells[start].width
    }
    let style = options.theme[state.isDisabled ? .disabled : .query]
    let column = line.width + before
    var taken = 0
    var shown = ""
    for cell in cells[start...] where taken + cell.width <= room {
      shown += cell.text
      taken += cell.width
    }
    line.append(shown, width: taken, style)
    if options.info == .inline {
      let text = Line.prefix(
        "\(options.infoSeparator)\(counts(state))", max(width - line.width - 1, 0))
      line.append(text, options.theme[.info])
      if let problem = state.problem { append(problem, to: &line, options, width) }
    }
    return (line, column)
  }

  private static func counts(_ state: ScreenState) -> String {
    let selected = state.selected.isEmpty ? "" : " (\(state.selected.count))"
    return "\(state.total)/\(state.candidates)\(selected)\(state.isSearching ? " …" : "")"
  }

  private static func info(_ state: ScreenState, _ options: FindOptions, _ width: Int) -> Line {
    var line = Line("  \(counts(state)) ", options.theme[.info], width: width)
    if let problem = state.problem {
      append(problem, to: &line, options, width)
    } else if line.width + 1 < width, VisibleText.width(options.separator) > 0 {
      let count = width - line.width - 1
      let times = count / VisibleText.width(options.separator) + 1
      let text = Line.prefix(String(repeating: options.separator, count: times), count)
      line.append(text, options.theme[.separator])
    }
    return line
  }

  private static func append(
    _ problem: String, to line: inout Line, _ options: FindOptions, _ width: Int
  ) {
    let text = Line.prefix(VisibleText.inOneLine(" \(problem)"), max(width - line.width - 1, 0))
    line.append(text, Style(parameters: options.theme.hasColors ? "31" : "1"))
  }

  private static func header(_ text: String, _ options: FindOptions, _ width: Int) -> Line {
    var style = Style.plain
    let ansi = AnsiText(text, style: &style)
    let cells = Cell.cells(ansi.text, styles: ansi.styles, tabStop: options.tabStop)
    var line = Line()
    line.append("  ")
    let excerpt = Excerpt(
      cells, width: width - 2, ellipsis: VisibleText.width(options.ellipsis), tail: nil)
    let look = options.theme[.header]
    line.append(excerpt.line(of: cells, ellipsis: options.ellipsis, look, match: look))
    return line
  }

  private static func row(
    _ row: ScreenState.Row, at index: Int, _ state: ScreenState, _ options: FindOptions,
    _ width: Int
  ) -> Line {
    let theme = options.theme
    let isCurrent = index == state.index
    let isSelected = state.selected.contains(row.id)
    let gutter = theme[isCurrent ? .currentBackground : .gutter]
    var line = Line()
    let signs = max(VisibleText.width(options.pointer), 1)
    line.append(
      Line(isCurrent ? options.pointer : "", gutter.adding(theme[.pointer]), width: signs),
      width: signs, gutter)
    let marks = max(VisibleText.width(options.marker), 1)
    line.append(
      Line(isSelected ? options.marker : "", gutter.adding(theme[.marker]), width: marks),
      width: marks, gutter)
    let cells = Cell.cells(
      row.text, matched: row.ranges, styles: row.styles, tabStop: options.tabStop)
    // Leave the last column free, as fzf does.
    let room = max(width - signs - marks - 1, 1)
    let excerpt = Excerpt(
      cells, width: room, ellipsis: VisibleText.width(options.ellipsis),
      tail: tail(of: cells, state, options, room))
    let style = theme.line(isCurrent: isCurrent)
    let text = excerpt.line(
      of: cells, ellipsis: options.ellipsis, style, match: theme.match(isCurrent: isCurrent))
    if isCurrent { line.append(text, width: room, style) } else { line.append(text) }
    return line
  }

  /// The start of the most important part of a line: of the file name, or of the end with
  /// `--keep-right`.
  private static func tail(
    of cells: [Cell], _ state: ScreenState, _ options: FindOptions, _ width: Int
  ) -> Int? {
    if options.keepsRight { return cells.count }
    guard state.areFiles, let slash = cells.dropLast().lastIndex(where: { $0.text == "/" }) else {
      return nil
    }
    let isLong = Cell.width(cells[slash...]) > width * 2 / 3
    return isLong ? nil : slash
  }

  // MARK: Preview and borders

  private mutating func addPreview(
    _ state: ScreenState, _ options: FindOptions, _ layout: Layout
  ) {
    guard let size = layout.preview else { return }
    let window = options.previewWindow
    let border = window.usedBorder
    let text = state.preview.lines(columns: size.columns, rows: size.rows, options)
    let box = border.around(
      text, width: size.columns, label: options.previewLabel, style: options.theme[.border],
      labelStyle: options.theme[.previewLabel])
    let columns = size.columns + border.width
    switch window.position {
    case .right:
      previewArea = (0..<box.count, layout.width..<layout.width + columns)
      lines = zip(lines, box).map { Self.joined($0, layout.width, $1) }
    case .left:
      previewArea = (0..<box.count, 0..<columns)
      lines = zip(lines, box).map { Self.joined($1, columns, $0) }
      cursor.column += columns
    case .up:
      previewArea = (0..<box.count, 0..<columns)
      lines = box + lines
      move(rows: box.count)
    case .down:
      previewArea = (lines.count..<lines.count + box.count, 0..<columns)
      lines += box
    }
  }

  private static func joined(_ first: Line, _ width: Int, _ second: Line) -> Line {
    var line = Line()
    line.append(first, width: width)
    line.append(second)
    return line
  }

  private mutating func surround(
    _ options: FindOptions, _ layout: Layout, _ theme: Theme, width: Int
  ) {
    let (margin, padding) = (layout.margin, layout.padding)
    let inner = width - margin.left - margin.right - options.border.width
    lines = Self.indented(lines, by: padding)
    lines = options.border.around(
      lines, width: inner, label: options.borderLabel, style: theme[.border],
      labelStyle: theme[.label])
    lines = Self.indented(lines, by: margin)
    let left = margin.left + (options.border.hasLeft ? 1 : 0) + padding.left
    cursor.column += left
    let top = margin.top + (options.border.hasTop ? 1 : 0) + padding.top
    if let area = previewArea {
      previewArea = (
        area.rows.lowerBound + top..<area.rows.upperBound + top,
        area.columns.lowerBound + left..<area.columns.upperBound + left
      )
    }
    move(rows: top)
  }

  private mutating func move(rows: Int) {
    cursor.row += rows
    listed = Dictionary(uniqueKeysWithValues: listed.map { ($0.key + rows, $0.value) })
  }

  private static func indented(_ lines: [Line], by edges: Layout.Edges) -> [Line] {
    let left = String(repeating: " ", count: edges.left)
    let indented = lines.map { line in
      var row = Line()
      row.append(left, width: edges.left, .plain)
      row.append(line)
      return row
    }
    return Array(repeating: Line(), count: edges.top) + indented
      + Array(repeating: Line(), count: edges.bottom)
  }
}
