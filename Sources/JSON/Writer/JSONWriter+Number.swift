extension JSONWriter {
  /// Appends an integer with all its digits; see ``quotesLargeIntegers``.
  public mutating func write(integer: Int64) {
    if integer.magnitude >= 1 << 53 && quotesLargeIntegers {
      writeByte(UInt8(ascii: "\""))
      writeDigits(of: integer)
      return writeByte(UInt8(ascii: "\""))
    }
    writeDigits(of: integer)
  }

  @inline(__always)
  private mutating func writeDigits(of integer: Int64) {
    let target = reserve(20).assumingMemoryBound(to: UInt8.self)
    guard integer < 0 else { return advance(by: Digits.write(UInt64(integer), at: target)) }
    target[0] = UInt8(ascii: "-")
    advance(by: 1 + Digits.write(integer.magnitude, at: target + 1))
  }

  /// Appends a double in the shortest form that reads back as the same double, in the notation of
  /// ECMAScript's `Number::toString`; `null` for infinity and NaN, as `JSON.stringify` writes.
  /// Encoding rejects those values earlier.
  public mutating func write(double: Double) {
    guard double.isFinite else { return writeRaw("null") }
    // The longest texts are -1.2345678901234567e-308 and -0.0000012345678901234567.
    let start = reserve(32).assumingMemoryBound(to: UInt8.self)
    guard double != 0 else {
      start[0] = UInt8(ascii: "0")
      return advance(by: 1)
    }
    var target = start
    if double < 0 {
      target[0] = UInt8(ascii: "-")
      target += 1
    }
    target += Self.write(double.magnitude, at: target)
    advance(by: target - start)
  }

  /// Writes a positive double and returns its length in bytes, at most 24.
  private static func write(_ double: Double, at target: UnsafeMutablePointer<UInt8>) -> Int {
    var (significand, exponent) = double.shortestDecimal
    if exponent == 0 { return Digits.write(significand, at: target) }
    while true {
      let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      significand = quotient
      exponent += 1
    }
    let count = Digits.count(significand)
    // The double is 0.DIGITS × 10^point.
    let point = count + exponent
    switch point {
    case count...21:
      Digits.write(significand, count: count, at: target)
      (target + count).update(repeating: UInt8(ascii: "0"), count: point - count)
      return point
    case 1...21:
      Digits.write(significand, count: count, at: target + 1)
      target.update(from: target + 1, count: point)
      target[point] = UInt8(ascii: ".")
      return count + 1
    case -5...0:
      target.update(repeating: UInt8(ascii: "0"), count: 2 - point)
      target[1] = UInt8(ascii: ".")
      Digits.write(significand, count: count, at: target + 2 - point)
      return 2 - point + count
    default:
      Digits.write(significand, count: count, at: target + 1)
      target[0] = target[1]
      target[1] = UInt8(ascii: ".")
      let end = target + (count == 1 ? 1 : count + 1)
      end[0] = UInt8(ascii: "e")
      end[1] = UInt8(ascii: point > 0 ? "+" : "-")
      return end - target + 2 + Digits.write((point - 1).magnitude, at: end + 2)
    }
  }
}

/// Decimal digits of unsigned integers.
enum Digits {
  /// Returns the number of decimal digits of a number; 0 has one.
  static func count(_ number: UInt64) -> Int {
    // log10(2) ≈ 1233/4096 gives the count or one less.
    let number = number | 1
    let bits = 64 - number.leadingZeroBitCount
    let estimate = (bits * 1233) >> 12
    return number < powersOfTen[estimate] ? estimate : estimate + 1
  }

  /// Writes all digits of a number and returns their count.
  @inline(__always)
  static func write(_ number: some UnsignedInteger, at target: UnsafeMutablePointer<UInt8>) -> Int {
    let number = UInt64(number)
    let count = count(number)
    write(number, count: count, at: target)
    return count
  }

  /// Writes a number with this count of digits.
  static func write(_ number: UInt64, count: Int, at target: UnsafeMutablePointer<UInt8>) {
    var rest = number
    var position = count
    while rest >= 100 {
      let pair: UInt64
      (rest, pair) = rest.quotientAndRemainder(dividingBy: 100)
      position -= 2
      write(pair: pair, at: target + position)
    }
    if rest >= 10 {
      write(pair: rest, at: target)
    } else {
      target[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
    }
  }

  @inline(__always)
  private static func write(pair: UInt64, at target: UnsafeMutablePointer<UInt8>) {
    let source = pairs.utf8Start + Int(2 * pair)
    UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: 2)
  }

  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  private static let powersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
