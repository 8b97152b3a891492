/// The powers of five with 128 significant bits, which is what it takes to read and to write any
/// double exactly (Lemire, "Number parsing at a gigabyte per second"; Giulietti, "Schubfach").
///
/// The table is computed with exact arithmetic when it is first needed, in some 50 µs, rather than
/// kept as 667 literals. It lives as long as the process.
enum PowersOfFive {
  /// From the least exponent that matters to reading to the greatest that matters to writing.
  static let exponents = -342...324

  /// 5^q, scaled by a power of two to have the highest bit set. It is cut off, not rounded, except
  /// that it is rounded up for q in -27 ..< 0.
  @inline(__always)
  static func truncated(_ exponent: Int) -> UInt128 {
    table[exponent - exponents.lowerBound]
  }

  /// The same, rounded up to the next number when it is not exact.
  @inline(__always)
  static func roundedUp(_ exponent: Int) -> UInt128 {
    let isDone = -27...55 ~= exponent
    return truncated(exponent) + (isDone ? 0 : 1)
  }

  /// Written once, before anything can read it.
  private nonisolated(unsafe) static let table: UnsafePointer<UInt128> = {
    let table = UnsafeMutablePointer<UInt128>.allocate(capacity: exponents.count)
    var power = WideInteger(bit: 0)
    for exponent in 0...exponents.upperBound {
      (table + exponent - exponents.lowerBound).initialize(to: power.leading128Bits)
      power.multiplyByFive()
    }
    // ⌊2^1023 ÷ 5^n⌋, of which at least 229 bits are left at the end.
    var reciprocal = WideInteger(bit: 1023)
    for exponent in (exponents.lowerBound..<0).reversed() {
      reciprocal.divideByFive()
      let roundUp: UInt128 = exponent >= -27 ? 1 : 0
      (table + exponent - exponents.lowerBound)
        .initialize(to: reciprocal.leading128Bits + roundUp)
    }
    return UnsafePointer(table)
  }()
}

/// An unsigned integer of 1,024 bits, as much of it as the table needs.
private struct WideInteger {
  /// The least significant first.
  private var limbs = [UInt64](repeating: 0, count: 16)

  /// 2^bit.
  init(bit: Int) {
    limbs[bit / 64] = 1 << UInt64(bit % 64)
  }

  mutating func multiplyByFive() {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = UInt128(limbs[index]) * 5 + UInt128(carry)
      limbs[index] = UInt64(truncatingIfNeeded: product)
      carry = UInt64(truncatingIfNeeded: product >> 64)
    }
  }

  mutating func divideByFive() {
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], remainder) = (5 as UInt64).dividingFullWidth((remainder, limbs[index]))
    }
  }

  /// The 128 bits from the highest one that is set; zeros follow where there are fewer.
  var leading128Bits: UInt128 {
    guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    func limb(_ index: Int) -> UInt64 { index < 0 ? 0 : limbs[index] }
    let shift = limbs[top].leadingZeroBitCount
    let high = UInt128(limb(top)) << 64 | UInt128(limb(top - 1))
    return shift == 0 ? high : high << shift | UInt128(limb(top - 2) >> (64 - shift))
  }
}
