/// One line of the table: what was measured, how much, and how it compares.
struct Row {
  let name: String
  /// The figure with its unit: "512 MB/s", "0.31 ms".
  let figure: String
  /// The figure as a multiple of a yardstick that the same run measured: "9.1 × JSONDecoder".
  var ratio = ""
  /// What the project wants it to be.
  var goal = ""
}

/// The rows in columns.
func table(_ rows: [Row]) -> String {
  let all = [Row(name: "benchmark", figure: "measured", ratio: "ratio", goal: "goal")] + rows
  let columns: [(Row) -> String] = [{ $0.name }, { $0.figure }, { $0.ratio }, { $0.goal }]
  let widths = columns.map { column in all.map { column($0).count }.max() ?? 0 }
  return all.map { row in
    zip(columns, widths).map { column, width in
      column(row) + String(repeating: " ", count: width - column(row).count + 2)
    }.joined()
  }.joined(separator: "\n")
}

/// The median of some rounds of a piece of work, in seconds. The result is kept alive past the clock,
/// so that freeing it is not measured unless the work frees it itself.
func median<R>(rounds: Int = 9, _ work: () throws -> R) rethrows -> Double {
  let clock = ContinuousClock()
  var seconds: [Double] = []
  for _ in 0..<rounds {
    let start = clock.now
    let result = try work()
    let elapsed = start.duration(to: clock.now)
    withExtendedLifetime(result) {}
    seconds.append(elapsed / .seconds(1))
  }
  return seconds.sorted()[rounds / 2]
}

/// A figure with a sensible number of decimals.
func decimal(_ value: Double) -> String {
  let scale: Double = value >= 100 ? 1 : value >= 10 ? 10 : 100
  let rounded = (value * scale).rounded() / scale
  return scale == 1 ? String(Int(rounded)) : String(rounded)
}

/// Small, fast, and the same on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
