import ViewModelHost

nonisolated extension MarbleDiagram {
  /// The drawing as text; each line ends with a line feed.
  ///
  ///     ms        0 ┄┄┄┄┄┄  100   400
  ///     refresh  ───────●─────────●──
  ///     foos     ─null──────[f1]─────
  ///
  ///     ● input or event without a value
  var text: String { text(columns: .max) }

  /// The drawing as text, split into parts that fit into the terminal if possible.
  ///
  /// - Parameter columns: the width of the terminal.
  func text(columns: Int) -> String {
    let labelWidth = (rows.map(\.label.count) + ["ms".count]).max() ?? 0
    let widths = times.indices.map { texts(in: $0).map(\.count).max() ?? 0 }
    var parts: [Range<Int>] = []
    var width = labelWidth + 3
    var start = 0
    for (column, columnWidth) in widths.enumerated() {
      if column > start, width + columnWidth + 2 > columns {
        parts.append(start..<column)
        (start, width) = (column, labelWidth + 3)
      }
      width += columnWidth + 2
    }
    parts.append(start..<widths.count)
    let drawing = parts.map { part($0, widths, labelWidth) }.joined(separator: "\n")
    if legend.isEmpty { return drawing }
    // Keep each entry on one line.
    let entries = legend.map { $0.split(separator: " ").joined(separator: "\u{a0}") }
    let lines = Help.wrapped(entries.joined(separator: ", "), width: min(columns, 78))
    let explanation = lines.map { $0.split(separator: "\u{a0}").joined(separator: " ") + "\n" }
    return "\(drawing)\n\(explanation.joined())"
  }

  /// - Parameter columns: the columns of the drawing in this part.
  private func part(_ columns: Range<Int>, _ widths: [Int], _ labelWidth: Int) -> String {
    var header = padded("ms", to: labelWidth + 2)
    for column in columns {
      let isFirst = column == columns.lowerBound
      let time = isFirst ? times[...column].compactMap { $0 }.last : times[column]
      // A dotted line connects the columns of one time.
      let continues = column + 1 < columns.upperBound && times[column + 1] == nil
      if let time {
        header += " " + padded("\(time) ", to: widths[column] + 1, with: continues ? "┄" : " ")
      } else {
        header += String(repeating: "┄", count: widths[column] + 1) + (continues ? "┄" : " ")
      }
    }
    while header.last == " " { header.removeLast() }
    var lines = [header]
    for row in rows {
      var line = padded(row.label, to: labelWidth + 2)
      for column in columns {
        line += "─\(padded(row.marks[column]?.text ?? "", to: widths[column] + 1, with: "─"))"
      }
      lines.append(line + "─")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func padded(_ text: String, to width: Int, with filler: String = " ") -> String {
    text + String(repeating: filler, count: max(0, width - text.count))
  }
}
