extension JSONWriter {
  /// Appends an integer with all its digits.
  public mutating func write(integer: Int64) {
    writeRaw(utf8: String(integer))
  }

  /// Appends a finite double in the shortest form that reads back as the same double, in the
  /// notation of ECMAScript's `Number::toString`.
  public mutating func write(double: Double) {
    precondition(double.isFinite, "JSON has no notation for infinity and NaN")
    guard double != 0 else { return writeByte(UInt8(ascii: "0")) }
    // The standard library finds the shortest digits; only where it puts point and exponent differs.
    let parts = "\(double.magnitude)".split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let halves = parts[0].split(separator: ".")
    var digits = Array((halves[0] + (halves.count > 1 ? halves[1] : "")).utf8)
    var pointPosition = halves[0].utf8.count + exponent
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    pointPosition -= zeros
    if double < 0 { writeByte(UInt8(ascii: "-")) }
    digits.withUnsafeBytes { writeDecimal($0, pointPosition: pointPosition) }
  }

  /// Writes 0.DIGITS × 10^pointPosition as ECMA-262 (Number::toString) lays it out.
  private mutating func writeDecimal(_ digits: UnsafeRawBufferPointer, pointPosition: Int) {
    switch pointPosition {
    case digits.count...21:
      writeRaw(digits)
      for _ in digits.count..<pointPosition { writeByte(UInt8(ascii: "0")) }
    case 1...21:
      writeRaw(UnsafeRawBufferPointer(rebasing: digits[..<pointPosition]))
      writeByte(UInt8(ascii: "."))
      writeRaw(UnsafeRawBufferPointer(rebasing: digits[pointPosition...]))
    case -5...0:
      writeRaw("0.")
      for _ in pointPosition..<0 { writeByte(UInt8(ascii: "0")) }
      writeRaw(digits)
    default:
      writeByte(digits[0])
      if digits.count > 1 {
        writeByte(UInt8(ascii: "."))
        writeRaw(UnsafeRawBufferPointer(rebasing: digits[1...]))
      }
      writeByte(UInt8(ascii: "e"))
      if pointPosition > 0 { writeByte(UInt8(ascii: "+")) }
      write(integer: Int64(pointPosition - 1))
    }
  }
}
