nonisolated extension MarbleDiagram {
  /// The drawing as an SVG document, in the reader's light or dark scheme; ends with a line feed.
  ///
  /// - Parameters:
  ///   - title: the text for screen readers.
  ///   - command: the command that creates it, shown at the bottom.
  func svg(title: String, command: String) -> String {
    let labelWidth = (rows.map { width(of: $0.label) }.max() ?? 0) + 28
    var starts: [Int] = []
    var end = labelWidth
    for column in times.indices {
      starts.append(end)
      end += (texts(in: column).map { max(Self.rowHeight / 2, width(of: $0)) }.max() ?? 0) + 30
    }
    let fullWidth = max(end + 24, width(of: command) + 24, Self.leastWidth)
    let bottom = Self.top + rows.count * Self.rowHeight + 10
    let (legend, legendHeight) = legend(below: bottom, width: fullWidth)
    let height = bottom + legendHeight + 22

    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(fullWidth) \#(height)" width="\#(fullWidth)" height="\#(height)" role="img">"#,
      "<title>\(escaped(title))</title>",
      Self.style,
      #"<rect class="paper" width="\#(fullWidth)" height="\#(height)" rx="8"/>"#,
    ]
    lines += bands(starts + [end], to: bottom)
    lines.append(#"<text class="time" x="12" y="22">ms</text>"#)
    for (number, row) in rows.enumerated() {
      let middle = Self.top + number * Self.rowHeight + 12
      lines += svg(of: row, middle: middle, labelWidth, end, starts)
    }
    lines += legend
    lines.append(#"<text class="time" x="12" y="\#(height - 12)">\#(escaped(command))</text>"#)
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The times, each above its columns, with a band behind every other time.
  ///
  /// - Parameter edges: the left edges of the columns, and the right edge of the last.
  private func bands(_ edges: [Int], to bottom: Int) -> [String] {
    var lines: [String] = []
    var isShaded = false
    let firsts = times.indices.filter { times[$0] != nil } + [times.count]
    for (first, next) in zip(firsts, firsts.dropFirst()) {
      let (start, end) = (edges[first] - 8, edges[next] - 8)
      if isShaded {
        let (width, height) = (end - start, bottom - 10)
        lines.append(
          #"<rect class="band" x="\#(start)" y="6" width="\#(width)" height="\#(height)"/>"#)
      }
      isShaded.toggle()
      lines.append(
        #"<text class="time" x="\#(start + 16)" y="22">\#(times[first] ?? 0)</text>"#)
    }
    return lines
  }

  /// The legend of colors and signs, in lines as wide as the picture.
  private func legend(below top: Int, width fullWidth: Int) -> (lines: [String], height: Int) {
    var lines: [String] = []
    var (x, y) = (12, top + 14)
    func advance(_ width: Int) {
      if x + width > fullWidth - 12, x > 12 { (x, y) = (12, y + 20) }
    }
    for sort in colors {
      advance(width(of: sort.meaning) + 16)
      lines.append(
        #"<rect class="\#(sort.color)" x="\#(x)" y="\#(y - 9)" width="10" height="10" rx="3"/>"#)
      lines.append(#"<text class="time" x="\#(x + 15)" y="\#(y)">\#(sort.meaning)</text>"#)
      x += width(of: sort.meaning) + 34
    }
    for text in legend {
      advance(width(of: text))
      lines.append(#"<text class="time" x="\#(x)" y="\#(y)">\#(escaped(text))</text>"#)
      x += width(of: text) + 18
    }
    return (lines, y - top + 10)
  }

  private func svg(
    of row: Row, middle: Int, _ start: Int, _ end: Int, _ starts: [Int]
  ) -> [String] {
    var lines = [
      #"<text class="label" x="12" y="\#(middle + 4)">\#(escaped(row.label))</text>"#,
      #"<path class="line" d="M\#(start - 10) \#(middle)H\#(end + 8)m-6 -4 6 4 -6 4"/>"#,
    ]
    for (column, mark) in row.marks.sorted(by: { $0.key < $1.key }) {
      let x = starts[column]
      let kind = mark.isError ? "fault" : row.sort.color
      if mark.text == "●" {
        lines.append(#"<circle class="\#(kind)" cx="\#(x + 12)" cy="\#(middle)" r="7"/>"#)
      } else {
        let width = width(of: mark.text) + 16
        lines.append(
          #"<rect class="\#(kind)" x="\#(x)" y="\#(middle - 11)" width="\#(width)" height="22" rx="11"/>"#
        )
        lines.append(
          #"<text class="mark" x="\#(x + 8)" y="\#(middle + 4)">\#(escaped(mark.text))</text>"#)
      }
    }
    return lines
  }

  private static let top = 34
  private static let leastWidth = 460
  private static let rowHeight = 32

  private static let style = """
    <style>
    text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1d1d1f }
    .paper { fill: #fbfbfd } .band { fill: #eef0f4 } .line { stroke: #a1a1a6; fill: none } .time { fill: #6e6e73 }
    .input { fill: #cfe3ff } .service { fill: #e6dcf7 } .output { fill: #d3f0d8 } .event { fill: #ffe3b8 }
    .fault { fill: #ffcdc8 } circle { stroke: #5b8def }
    @media (prefers-color-scheme: dark) {
      text { fill: #f5f5f7 } .paper { fill: #1c1c1e } .band { fill: #29292d } .line { stroke: #6e6e73 } .time { fill: #a1a1a6 }
      .input { fill: #1f4a80 } .service { fill: #4b3a73 } .output { fill: #1e5a2c } .event { fill: #75500d }
      .fault { fill: #83251c }
    }
    </style>
    """

  /// The most pixels that a text is wide in a 12 px monospaced font.
  private func width(of text: String) -> Int { (text.count * 74 + 9) / 10 }

  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }
}

nonisolated extension MarbleDiagram.Sort {
  /// The CSS class of its color.
  fileprivate var color: String {
    switch self {
    case .input: "input"
    case .service: "service"
    case .output, .viewModel: "output"
    case .event: "event"
    case .fault: "fault"
    }
  }
}
