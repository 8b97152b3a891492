extension Parser {
  /// Parses a number (RFC 8259, section 6) from its sign or first digit.
  mutating func parseNumber() throws(ParseFault) -> JSONValue {
    let first = next
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { next += 1 }
    // The digits as one integer, without the point; exact for up to 19 digits.
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
      let magnitude = try magnitude(significand, digitCount, timesTenTo: 0, first)
      return .double(isNegative ? -magnitude : magnitude)
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
    let magnitude = try magnitude(significand, digitCount, timesTenTo: exponent, first)
    // A number can only be an integer if its nearest double is; this rejects most others.
    if magnitude <= 0x1p63, magnitude.isInteger {
      let integer: UInt64? =
        // Different decimals of up to 15 digits have different nearest doubles (the `DBL_DIG` of
        // C).
        digitCount <= 15 && magnitude < 1e15 && (magnitude >= 1 || significand == 0)
        ? UInt64(magnitude) : Self.integer(of: first, to: next, timesTenTo: exponent)
      if let integer, let integer = Int64(magnitude: integer, isNegative: isNegative) {
        return .integer(integer)
      }
    }
    return .double(isNegative ? -magnitude : magnitude)
  }

  /// Parses the exponent from its `e`. Values out of range are clamped.
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

  /// Returns the double nearest to the number without its sign, given its start and its digits and
  /// exponent.
  @inline(__always)
  private func magnitude(
    _ significand: UInt64,
    _ digitCount: Int,
    timesTenTo exponent: Int,
    _ first: UnsafePointer<UInt8>
  ) throws(ParseFault) -> Double {
    let magnitude =
      digitCount <= 19
      ? Double(nearestTo: significand, timesTenTo: exponent) : Self.double(of: first, to: next)
    guard magnitude.isFinite else { throw fault(.finiteNumber, at: first) }
    return magnitude
  }

  /// Parses with the standard library, which is slow and exact for any number of digits.
  @inline(never)
  private static func double(of first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Double
  {
    let text = UnsafeBufferPointer(start: first, count: end - first)
    return Double(String(decoding: text, as: UTF8.self)).map(\.magnitude) ?? .infinity
  }

  /// Returns the exact integer of a number without its sign, for any number of digits; nil if it is
  /// not an integer or does not fit.
  ///
  /// - Parameter exponent: The power of ten by which the integer of all its digits is multiplied.
  @inline(never)
  private static func integer(
    of first: UnsafePointer<UInt8>,
    to end: UnsafePointer<UInt8>,
    timesTenTo exponent: Int
  ) -> UInt64? {
    var integer: UInt64 = 0
    // Zeros count if another digit follows; trailing ones belong to the exponent.
    var zeros = 0
    for byte in UnsafeBufferPointer(start: first, count: end - first) {
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard let digit = digit(byte) else { continue }
      zeros += 1
      guard digit > 0 else { continue }
      guard let shifted = integer.multiplied(byTenTo: zeros) else { return nil }
      let (sum, isTooLarge) = shifted.addingReportingOverflow(UInt64(digit))
      if isTooLarge { return nil }
      integer = sum
      zeros = 0
    }
    return integer.multiplied(byTenTo: exponent + zeros)
  }
}

extension UInt64 {
  /// Returns the product of a number that does not end in 0 and a power of ten; nil if it is not an
  /// integer or does not fit.
  fileprivate func multiplied(byTenTo exponent: Int) -> UInt64? {
    if self == 0 { return 0 }
    // 10^20 exceeds 64 bits.
    guard 0..<20 ~= exponent else { return nil }
    var product = self
    for _ in 0..<exponent {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      product = next
    }
    return product
  }
}

extension Int64 {
  /// Creates the integer of a sign and a magnitude, 0 for -0; nil if it does not fit.
  @inline(__always)
  fileprivate init?(magnitude: UInt64, isNegative: Bool) {
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      self = 0 &- Int64(truncatingIfNeeded: magnitude)
    } else {
      guard magnitude <= Int64.max else { return nil }
      self = Int64(truncatingIfNeeded: magnitude)
    }
  }
}
