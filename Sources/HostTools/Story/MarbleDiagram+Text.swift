nonisolated extension MarbleDiagram {
  /// The drawing in letters; each line ends with a line feed.
  ///
  ///     ms            0        100     400
  ///     refresh    ───●────────────────●─────
  ///     foos       ───null─────[f1]──────────
  var text: String {
    let labelWidth = (rows.map(\.label.count) + ["ms".count]).max() ?? 0
    let widths = times.indices.map { column in
      texts(in: column).map(\.count).max() ?? 0
    }
    var header = padded("ms", to: labelWidth + 2)
    for (time, width) in zip(times, widths) {
      header += " \(padded(time.map(String.init) ?? "", to: width + 1))"
    }
    while header.last == " " { header.removeLast() }
    var lines = [header]
    for row in rows {
      var line = padded(row.label, to: labelWidth + 2)
      for (column, width) in widths.enumerated() {
        line += "─\(padded(row.marks[column]?.text ?? "", to: width + 1, with: "─"))"
      }
      lines.append(line + "─")
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func padded(_ text: String, to width: Int, with filler: String = " ") -> String {
    text + String(repeating: filler, count: max(0, width - text.count))
  }
}
