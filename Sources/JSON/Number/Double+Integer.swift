extension Double {
  /// The integer that this is exactly, if it is one and fits.
  ///
  /// The standard library's `Int64(exactly:)` calls the C math library, which a program that imports
  /// neither Glibc nor Foundation is not linked with.
  var exactInteger: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let integer = Int64(self)
    return Double(integer) == self ? integer : nil
  }

  /// Whether this, which must not be negative, has no fraction.
  @inline(__always)
  var isInteger: Bool {
    // From 2^52 on no double has one, and so adding that much rounds it away.
    self >= 0x1p52 || self + 0x1p52 - 0x1p52 == self
  }
}
