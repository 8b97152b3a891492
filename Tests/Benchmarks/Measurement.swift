/// Seconds of the same work, measured several times.
struct Samples {
  private var seconds: [Double] = []

  /// The one in the middle: what else the machine did moves it little.
  var median: Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  /// The result is kept alive past the clock, so that freeing it is not measured unless the work
  /// frees it itself.
  mutating func add<Result>(_ work: () throws -> Result) rethrows {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try work()
    seconds.append(start.duration(to: clock.now) / .seconds(1))
    withExtendedLifetime(result) {}
  }

  mutating func add(seconds: Double) { self.seconds.append(seconds) }
}

/// The median of some rounds of a piece of work, in seconds.
func median<Result>(rounds: Int = 9, _ work: () throws -> Result) rethrows -> Double {
  var samples = Samples()
  for _ in 0..<rounds { try samples.add(work) }
  return samples.median
}

/// A number with about three digits.
func digits(_ value: Double) -> String {
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
