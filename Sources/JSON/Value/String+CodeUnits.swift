/// JSON compares texts code unit by code unit; Swift's `==` on `String` would call the composed and
/// the decomposed form of é equal.
extension String {
  func hasSameCodeUnits(as other: String) -> Bool {
    // Texts with the same code units are canonically equal, and that comparison has a fast path for
    // small and for ASCII texts, so it decides most cases by itself.
    guard self == other else { return false }
    return utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  func hashCodeUnits(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// The order of RFC 8785: by UTF-16 code units, in which an emoji comes before U+FB33.
  func precedesInUTF16(_ other: String) -> Bool {
    utf16.lexicographicallyPrecedes(other.utf16)
  }
}
