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
}
