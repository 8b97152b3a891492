/// One line of the table: what was measured, how much, and how it compares.
struct Row {
  let name: String
  /// The figure with its unit: "512 MB/s", "0.31 ms".
  let figure: String
  /// The figure as a multiple of a yardstick that the same run measured: "1.9 × cat (3.9 µs)".
  var ratio = ""
  /// What the project wants it to be.
  var goal = ""
  /// Whether it is so; `nil` where there is no goal.
  var isMet: Bool?
}

/// The rows in columns.
func table(_ rows: [Row]) -> String {
  let all = [["benchmark", "measured", "ratio", "goal", "met"]] + rows.map(\.cells)
  let widths = all[0].indices.map { column in all.map { $0[column].count }.max() ?? 0 }
  return all.map { cells in
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count + 2)
    }
    return String(padded.joined().reversed().drop { $0 == " " }.reversed())
  }.joined(separator: "\n")
}

extension Row {
  fileprivate var cells: [String] {
    [name, figure, ratio, goal, isMet.map { $0 ? "yes" : "no" } ?? ""]
  }
}

/// Something that is measured; it stops with an error when an answer is wrong.
struct Benchmark {
  /// What it is chosen by on the command line.
  let name: String
  let run: () throws -> [Row]
}

/// Why a benchmark stopped.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
