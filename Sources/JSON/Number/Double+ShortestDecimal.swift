extension Double {
  /// The shortest decimal that reads back as this positive, finite double, and of those the
  /// nearest: `significand` × 10^`exponent`. The significand may end in zeros.
  ///
  /// It is Raffaello Giulietti's Schubfach: the candidates are multiples of one power of ten, found
  /// with one 128-bit power and three multiplications.
  var shortestDecimal: (significand: UInt64, exponent: Int) {
    let fraction = bitPattern & ((1 << 52) - 1)
    let biased = Int(bitPattern >> 52)
    let c = biased == 0 ? fraction : fraction | 1 << 52
    let q = max(biased, 1) - 1075
    if -52...0 ~= q, c & ((1 << UInt64(-q)) - 1) == 0 {
      return (c >> UInt64(-q), 0)
    }
    // Four times the double, and the ends of the interval that is rounded to it. Below a power of
    // two the doubles are closer together.
    let lowerIsCloser = fraction == 0 && biased > 1
    let left = 4 * c - (lowerIsCloser ? 1 : 2)
    let right = 4 * c + 2
    // ⌊log10(2^q)⌋, or of ¾ × 2^q.
    let k = (q * 1_262_611 - (lowerIsCloser ? 524_031 : 0)) >> 22
    let h = UInt64(q + (-k * 1_741_647) >> 19 + 1)
    let power = PowersOfFive.roundedUp(-k)
    let scaledLeft = power.scaled(left << h)
    let scaled = power.scaled((4 * c) << h)
    let scaledRight = power.scaled(right << h)
    // The ends belong to the interval when the double is even, as ties are rounded to even.
    let isOdd = c & 1
    let lower = scaledLeft + isOdd
    let upper = scaledRight - isOdd

    let s = scaled / 4
    if s >= 10 {
      let tens = s / 10
      let isBelowInside = lower <= 40 * tens
      let isAboveInside = 40 * tens + 40 <= upper
      if isBelowInside != isAboveInside { return (tens + (isAboveInside ? 1 : 0), k + 1) }
    }
    let isBelowInside = lower <= 4 * s
    let isAboveInside = 4 * s + 4 <= upper
    if isBelowInside != isAboveInside { return (s + (isAboveInside ? 1 : 0), k) }
    let middle = 4 * s + 2
    let isAbove = scaled > middle || scaled == middle && s & 1 == 1
    return (s + (isAbove ? 1 : 0), k)
  }
}

extension UInt128 {
  /// The upper 64 of the 192 bits of the product. The lowest one is set if any lower bit is ("round
  /// to odd"), so that a comparison with it compares the whole product.
  @inline(__always)
  fileprivate func scaled(_ factor: UInt64) -> UInt64 {
    let low = factor.multipliedFullWidth(by: UInt64(truncatingIfNeeded: self)).high
    let (high, middle) = factor.multipliedFullWidth(by: UInt64(truncatingIfNeeded: self >> 64))
    let (sum, overflow) = middle.addingReportingOverflow(low)
    return (high + (overflow ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }
}
