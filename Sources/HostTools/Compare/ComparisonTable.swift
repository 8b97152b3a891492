import ViewModelHost

/// A table with one row a ViewModel: its lines of source, and the cost of an input.
struct ComparisonTable {
  let text: String

  init(_ viewModels: [ComparedViewModel], _ costs: [String: Cost], _ lines: SourceLines) {
    let isMeasured = !costs.isEmpty
    var rows = [["", "lines", "inputs", "outputs", "events"]]
    if isMeasured { rows[0] += ["allocations", "time"] }
    for viewModel in viewModels {
      var row = [
        viewModel.name, Self.text(lines.count(of: viewModel.name)), "\(viewModel.inputs.count)",
        "\(viewModel.outputs.count)", "\(viewModel.events.count)",
      ]
      if isMeasured {
        let cost = costs[viewModel.name]
        row += [Self.text(cost?.allocations), cost.map { Self.microseconds($0.time) } ?? Self.none]
      }
      rows.append(row)
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      text += padded(row[0], to: widths[0] + 1)
      for (cell, width) in zip(row, widths).dropFirst() {
        text += String(repeating: " ", count: width + 1 - cell.count) + cell
      }
      text += "\n"
    }
    self.text = text + (isMeasured ? Self.note : "")
  }

  private static let none = "–"

  private static func text(_ number: Int?) -> String { number.map { "\($0)" } ?? none }

  private static func microseconds(_ nanoseconds: Int) -> String {
    "\(nanoseconds / 1_000).\(nanoseconds % 1_000 / 100) µs"
  }

  #if DEBUG
    private static let note = "A debug build; what is measured of a release build is far less.\n"
  #else
    private static let note = ""
  #endif
}
