extension Double {
  /// The integer that equals this double, if it exists and fits.
  ///
  /// The standard library's `Int64(exactly:)` calls the C math library, which a program without
  /// Glibc and Foundation does not link.
  var exactInteger: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let integer = Int64(self)
    return Double(integer) == self ? integer : nil
  }

  /// Whether this double, which must not be negative, has no fraction.
  @inline(__always)
  var isInteger: Bool {
    // Doubles from 2^52 on have no fraction, so adding 2^52 rounds it off.
    self >= 0x1p52 || self + 0x1p52 - 0x1p52 == self
  }
}
