/// JSON compares texts code unit by code unit; Swift's `==` on `String` would call the composed and
/// the decomposed form of é equal.
extension String {
  @inline(__always)
  package func hasSameCodeUnits(as other: String) -> Bool {
    // Small texts with the same code units have the same bytes, and copies of one larger text.
    haveSameBytes(self, other) || utf8.count == other.utf8.count && hasSameBytes(as: other)
  }

  /// Compares texts of the same number of code units.
  private func hasSameBytes(as other: String) -> Bool {
    let areSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
    // A text that is bridged from Objective-C may not be stored as UTF-8.
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  func hashCodeUnits(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// The order of RFC 8785: by UTF-16 code units, in which an emoji comes before U+FB33.
  func precedesInUTF16(_ other: String) -> Bool {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        let count = min(text.count, other.count)
        guard let offset = (0..<count).first(where: { text[$0] != other[$0] }) else {
          return text.count < other.count
        }
        return Self.rank(text[offset]) < Self.rank(other[offset])
      }
    }
  }

  /// What comes first in UTF-16 has the smaller number, and texts with one number have to be compared: the ranks of the
  /// first eight bytes.
  var rankInUTF16: UInt64 {
    var copy = self
    return copy.withUTF8 { bytes in
      let first = bytes.prefix(8)
      let rank = first.reduce(0 as UInt64) { $0 << 8 | UInt64(Self.rank($1)) }
      return rank << (8 * (8 - first.count))
    }
  }

  /// Where a byte of UTF-8 stands in the order of UTF-16. That is the order of the bytes, but for characters of four
  /// bytes: they are surrogates there, before the characters whose first byte is 0xEE or 0xEF.
  private static func rank(_ byte: UInt8) -> UInt8 { byte & 0xFE == 0xEE ? byte + 0x10 : byte }

  /// Whether another text stands somewhere in it, code unit by code unit. A transcript may have millions of lines, and
  /// the standard library's search is made for anything rather than for that.
  package func hasCodeUnits(of other: String) -> Bool {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let first = other.first else { return true }
        let (text, other) = (UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(other))
        let starts = UnsafeRawBufferPointer(rebasing: text.dropLast(other.count - 1))
        var offset = 0
        while let found = starts.firstOffset(of: first, from: offset) {
          let part = UnsafeRawBufferPointer(rebasing: text[found..<found + other.count])
          if part.hasSameBytes(as: other) { return true }
          offset = found + 1
        }
        return false
      }
    }
  }
}
