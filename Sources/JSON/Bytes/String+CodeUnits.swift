/// JSON compares strings code unit by code unit (RFC 8259, section 8.3); Swift's `==` would treat
/// the composed and the decomposed form of é as equal.
extension String {
  @inline(__always)
  package func hasSameCodeUnits(as other: String) -> Bool {
    // Equal bytes show small equal texts and copies of one larger text.
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

  /// Compares in the order of RFC 8785, section 3.2.3: by UTF-16 code units, where an emoji
  /// precedes U+FB33.
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

  /// The ranks of the first eight bytes as one number. A smaller number precedes in UTF-16; texts
  /// with equal numbers need a full comparison.
  var rankInUTF16: UInt64 {
    var copy = self
    return copy.withUTF8 { bytes in
      let first = bytes.prefix(8)
      let rank = first.reduce(0 as UInt64) { $0 << 8 | UInt64(Self.rank($1)) }
      return rank << (8 * (8 - first.count))
    }
  }

  /// Returns the rank of a UTF-8 byte in UTF-16 order. It is the order of the bytes, except that
  /// characters of four bytes are surrogates, which precede characters that start with 0xEE or
  /// 0xEF.
  private static func rank(_ byte: UInt8) -> UInt8 { byte & 0xFE == 0xEE ? byte + 0x10 : byte }

  /// Whether this contains another text, code unit by code unit. The standard library's generic
  /// search is too slow for a transcript of millions of lines.
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
