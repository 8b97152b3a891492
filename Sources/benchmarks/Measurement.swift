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
