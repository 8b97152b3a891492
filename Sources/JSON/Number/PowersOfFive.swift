/// The powers of five with 128 significant bits, which exact reading and writing of doubles needs
/// (Lemire, "Number parsing at a gigabyte per second"; Giulietti, "Schubfach").
///
/// The table is computed with exact arithmetic at its first use, in about 50 µs, instead of 667
/// literals. It lives as long as the process.
enum PowersOfFive {
  /// From the smallest exponent for reading to the largest for writing.
  static let exponents = -342...324

  /// 5^q, scaled by a power of two so that the highest bit is set. It is truncated, except that it
  /// is rounded up for q in -27 ..< 0.
  @inline(__always)
  static func truncated(_ exponent: Int) -> UInt128 {
    table[exponent - exponents.lowerBound]
  }

  /// 5^q, scaled by a power of two, and rounded up if it is not exact.
  @inline(__always)
  static func roundedUp(_ exponent: Int) -> UInt128 {
    let isDone = -27...55 ~= exponent
    return truncated(exponent) + (isDone ? 0 : 1)
  }

  /// The table, written once before any read.
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
  /// The limbs, least significant first.
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

  /// The 128 bits from the highest set one on, padded with zeros.
  var leading128Bits: UInt128 {
    guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    func limb(_ index: Int) -> UInt64 { index < 0 ? 0 : limbs[index] }
    let shift = limbs[top].leadingZeroBitCount
    let high = UInt128(limb(top)) << 64 | UInt128(limb(top - 1))
    return shift == 0 ? high : high << shift | UInt128(limb(top - 2) >> (64 - shift))
  }
}
