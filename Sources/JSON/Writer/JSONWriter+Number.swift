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
    let place = reserve(20).assumingMemoryBound(to: UInt8.self)
    guard integer < 0 else { return advance(by: Digits.write(UInt64(integer), at: place)) }
    place[0] = UInt8(ascii: "-")
    advance(by: 1 + Digits.write(integer.magnitude, at: place + 1))
  }

  /// Appends a double in the shortest form that reads back as the same double, in the notation of
  /// ECMAScript's `Number::toString`; and `null` for infinity and NaN, as its `JSON.stringify` does.
  /// Encoding a value refuses those before.
  public mutating func write(double: Double) {
    guard double.isFinite else { return writeRaw("null") }
    // The longest are like -1.2345678901234567e-308, and -0.0000012345678901234567.
    let start = reserve(32).assumingMemoryBound(to: UInt8.self)
    guard double != 0 else {
      start[0] = UInt8(ascii: "0")
      return advance(by: 1)
    }
    var place = start
    if double < 0 {
      place[0] = UInt8(ascii: "-")
      place += 1
    }
    place += Self.write(double.magnitude, at: place)
    advance(by: place - start)
  }

  /// Writes a positive double and returns how many bytes that took, at most 24.
  private static func write(_ double: Double, at place: UnsafeMutablePointer<UInt8>) -> Int {
    var (significand, exponent) = double.shortestDecimal
    if exponent == 0 { return Digits.write(significand, at: place) }
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
      Digits.write(significand, count: count, at: place)
      (place + count).update(repeating: UInt8(ascii: "0"), count: point - count)
      return point
    case 1...21:
      Digits.write(significand, count: count, at: place + 1)
      place.update(from: place + 1, count: point)
      place[point] = UInt8(ascii: ".")
      return count + 1
    case -5...0:
      place.update(repeating: UInt8(ascii: "0"), count: 2 - point)
      place[1] = UInt8(ascii: ".")
      Digits.write(significand, count: count, at: place + 2 - point)
      return 2 - point + count
    default:
      Digits.write(significand, count: count, at: place + 1)
      place[0] = place[1]
      place[1] = UInt8(ascii: ".")
      let end = place + (count == 1 ? 1 : count + 1)
      end[0] = UInt8(ascii: "e")
      end[1] = UInt8(ascii: point > 0 ? "+" : "-")
      return end - place + 2 + Digits.write((point - 1).magnitude, at: end + 2)
    }
  }
}

/// Decimal digits of unsigned integers.
enum Digits {
  /// How many decimal digits a number has; 0 has one.
  static func count(_ number: UInt64) -> Int {
    // log10(2) ≈ 1233/4096 gives the count or one less.
    let number = number | 1
    let bits = 64 - number.leadingZeroBitCount
    let estimate = (bits * 1233) >> 12
    return number < powersOfTen[estimate] ? estimate : estimate + 1
  }

  /// Writes all digits of a number and returns how many there are.
  @inline(__always)
  static func write(_ number: some UnsignedInteger, at place: UnsafeMutablePointer<UInt8>) -> Int {
    let number = UInt64(number)
    let count = count(number)
    write(number, count: count, at: place)
    return count
  }

  /// Writes a number that has so many digits.
  static func write(_ number: UInt64, count: Int, at place: UnsafeMutablePointer<UInt8>) {
    var rest = number
    var position = count
    while rest >= 100 {
      let pair: UInt64
      (rest, pair) = rest.quotientAndRemainder(dividingBy: 100)
      position -= 2
      write(pair: pair, at: place + position)
    }
    if rest >= 10 {
      write(pair: rest, at: place)
    } else {
      place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
    }
  }

  @inline(__always)
  private static func write(pair: UInt64, at place: UnsafeMutablePointer<UInt8>) {
    let source = pairs.utf8Start + Int(2 * pair)
    UnsafeMutableRawPointer(place).copyMemory(from: source, byteCount: 2)
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
