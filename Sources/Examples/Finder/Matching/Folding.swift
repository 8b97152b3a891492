/// Characters as they are compared: without case, and Latin letters without diacritics.
enum Folding {
  /// Returns the lower case form, if it is one character.
  static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }

  /// Returns a Latin letter without its diacritics: `e` for `é`, `L` for `Ł`. Other characters are
  /// returned unchanged.
  static func base(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    marked.contains(scalar.value) ? bases[scalar.value] ?? scalar : scalar
  }

  private static let marked: ClosedRange<UInt32> = 0xC0...0x2184

  /// The base letters, from the Unicode names: `LATIN SMALL LETTER E WITH ACUTE`.
  private static let bases: [UInt32: Unicode.Scalar] = {
    var bases: [UInt32: Unicode.Scalar] = [:]
    for value in Array(UInt32(0xC0)...0x24F) + Array(0x1E00...0x1EFF) {
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
      let words = name.split(separator: " ")
      guard words.count > 5, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
        words[3].unicodeScalars.count == 1, let letter = words[3].unicodeScalars.first
      else { continue }
      bases[value] = words[1] == "SMALL" ? lowercase(letter) : letter
    }
    return bases
  }()
}
