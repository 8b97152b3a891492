extension Parser {
  /// A number, with its sign or first digit next.
  mutating func parseNumber() throws(ParseFault) -> JSONValue {
    let place = next
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { next += 1 }
    // The digits as one integer, whatever the point between them; exact up to 19 of them.
    var significand: UInt64 = 0
    let integerDigits = next
    parseDigits(into: &significand)
    var digitCount = next - integerDigits
    guard digitCount > 0 else { throw fault(.digit) }
    if integerDigits.pointee == UInt8(ascii: "0"), digitCount > 1 {
      throw fault(.numberEnd, at: integerDigits + 1)
    }
    guard byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") else {
      if digitCount <= 19, let integer = Int64(magnitude: significand, isNegative: isNegative) {
        return .integer(integer)
      }
      return try double(significand, digitCount, timesTenTo: 0, isNegative, place)
    }
    var exponent = 0
    if byte == UInt8(ascii: ".") {
      next += 1
      let fractionDigits = next
      parseDigits(into: &significand)
      exponent = fractionDigits - next
      guard exponent < 0 else { throw fault(.digit) }
      digitCount -= exponent
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      exponent += try parseExponent()
    }
    return try double(significand, digitCount, timesTenTo: exponent, isNegative, place)
  }

  /// The exponent, with its `e` next. Beyond all that matters it is cut off.
  private mutating func parseExponent() throws(ParseFault) -> Int {
    next += 1
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { next += 1 }
    let digits = next
    var magnitude = 0
    while let digit = Self.digit(byte) {
      if magnitude < 1_000_000_000 { magnitude = magnitude * 10 + Int(digit) }
      next += 1
    }
    guard next > digits else { throw fault(.digit) }
    return isNegative ? -magnitude : magnitude
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  @inline(__always)
  private mutating func parseDigits(into significand: inout UInt64) {
    while let digit = Self.digit(byte) {
      significand = significand &* 10 &+ UInt64(digit)
      next += 1
    }
  }

  /// The double of the number that began at a place and was read as digits and exponent.
  @inline(__always)
  private func double(
    _ significand: UInt64,
    _ digitCount: Int,
    timesTenTo exponent: Int,
    _ isNegative: Bool,
    _ place: UnsafePointer<UInt8>
  ) throws(ParseFault) -> JSONValue {
    let magnitude =
      digitCount <= 19
      ? Double(nearestTo: significand, timesTenTo: exponent) : Self.double(of: place, to: next)
    guard magnitude.isFinite else { throw fault(.finiteNumber, at: place) }
    return .double(isNegative ? -magnitude.magnitude : magnitude)
  }

  /// The standard library's reading of a number, which is slow and right however many digits it has.
  @inline(never)
  private static func double(of place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double
  {
    let text = UnsafeBufferPointer(start: place, count: end - place)
    return Double(String(decoding: text, as: UTF8.self)).map(\.magnitude) ?? .infinity
  }
}

extension Int64 {
  /// The integer of a sign and a magnitude; nil when it does not fit, and for -0, which only a double
  /// can tell from 0.
  @inline(__always)
  fileprivate init?(magnitude: UInt64, isNegative: Bool) {
    if isNegative {
      guard 1...Int64.min.magnitude ~= magnitude else { return nil }
      self = 0 &- Int64(truncatingIfNeeded: magnitude)
    } else {
      guard magnitude <= Int64.max else { return nil }
      self = Int64(truncatingIfNeeded: magnitude)
    }
  }
}
