extension Double {
  /// The double nearest to `significand` × 10^`exponent`, ties to even; infinite when out of range.
  ///
  /// It is the algorithm of Eisel and Lemire; Mushtak and Lemire showed that it needs no slower
  /// fallback ("Fast number parsing without fallback").
  init(nearestTo significand: UInt64, timesTenTo exponent: Int) {
    if significand < 1 << 53, -22...22 ~= exponent {
      // Both factors are exact, so one operation rounds correctly (Clinger).
      let factor = Double.exactPowersOfTen[abs(exponent)]
      self = exponent < 0 ? Double(significand) / factor : Double(significand) * factor
      return
    }
    guard significand != 0, exponent >= PowersOfFive.exponents.lowerBound else {
      self = 0
      return
    }
    guard exponent <= 308 else {
      self = .infinity
      return
    }
    self.init(bitPattern: Double.nearestBits(significand, exponent))
  }

  private static let exactPowersOfTen: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static func nearestBits(_ significand: UInt64, _ exponent: Int) -> UInt64 {
    let leadingZeros = significand.leadingZeroBitCount
    let w = significand << UInt64(leadingZeros)
    let power = PowersOfFive.truncated(exponent)
    var (high, low) = w.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power >> 64))
    // The lower half of the power matters only if the bits below the significant ones are all ones.
    if high & 0x1FF == 0x1FF {
      let carry = w.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power)).high
      let overflow: Bool
      (low, overflow) = low.addingReportingOverflow(carry)
      if overflow { high &+= 1 }
    }
    // 54 bits: the 53 of the result and one for rounding.
    let upperBit = Int(high >> 63)
    let shift = UInt64(upperBit + 9)
    var mantissa = high >> shift
    // ⌊log2(10^exponent)⌋ gives the biased exponent.
    var biased = (217_706 * exponent) >> 16 + 63 + upperBit - leadingZeros + 1023
    if biased <= 0 {
      guard biased > -63 else { return 0 }
      mantissa >>= UInt64(1 - biased)
      mantissa += mantissa & 1
      // A subnormal that is rounded up to 2^52 already has its exponent bit in the right position.
      return mantissa >> 1
    }
    // Exactly halfway between two doubles, which only few exponents allow: round to even.
    if low <= 1, -4...23 ~= exponent, mantissa & 3 == 1, mantissa << shift == high {
      mantissa &= ~1
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1
    if mantissa == 1 << 53 {
      mantissa = 1 << 52
      biased += 1
    }
    guard biased < 0x7FF else { return Double.infinity.bitPattern }
    return UInt64(biased) << 52 | mantissa & ((1 << 52) - 1)
  }
}
