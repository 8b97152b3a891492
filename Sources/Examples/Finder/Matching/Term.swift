/// One condition of a ``Query``.
final class Term: Sendable {
  enum Kind: Equatable, Sendable {
    /// The characters in order, with any others between them.
    case fuzzy
    case exact
    case prefix
    case suffix
    /// The whole text.
    case equal
  }

  let kind: Kind
  /// Whether the term must not match.
  let isNegated: Bool
  let isCaseSensitive: Bool
  /// Whether diacritics of Latin letters are ignored, as they are if the term has none.
  let ignoresMarks: Bool
  /// The characters as they are compared: in lower case, unless case counts.
  let characters: [UInt32]
  /// The distinct characters; `slots` has their index for each of `characters`.
  let distinct: [UInt32]
  let slots: [Int]
  /// For each byte the number of its distinct character, from 1; 0 for none.
  let slotOfByte: [UInt8]
  /// The finders of `characters`, if the term is ASCII.
  let finders: [ByteFinder]
  /// The bits that the mask of a matching text must have.
  let mask: UInt64
  let isASCII: Bool

  /// - Parameter text: The folded text, not empty.
  init(_ kind: Kind, isNegated: Bool, _ text: String, caseSensitive: Bool, ignoresMarks: Bool) {
    self.kind = kind
    self.isNegated = isNegated
    self.isCaseSensitive = caseSensitive
    self.ignoresMarks = ignoresMarks
    characters = text.unicodeScalars.map { $0.value }
    var distinct: [UInt32] = []
    var slots: [Int] = []
    for character in characters {
      if let slot = distinct.firstIndex(of: character) {
        slots.append(slot)
      } else {
        slots.append(distinct.count)
        distinct.append(character)
      }
    }
    self.distinct = distinct
    self.slots = slots
    var slotOfByte = [UInt8](repeating: 0, count: 256)
    // It is only used for terms in ASCII, which have at most 128 different characters.
    for (slot, character) in distinct.enumerated() where character < 0x80 && slot < 128 {
      slotOfByte[Int(character)] = UInt8(slot + 1)
      if !caseSensitive, (0x61...0x7A).contains(character) {
        slotOfByte[Int(character) - 32] = UInt8(slot + 1)
      }
    }
    self.slotOfByte = slotOfByte
    mask = characters.reduce(0) { $0 | CharacterMask.bit(of: $1) }
    isASCII = characters.allSatisfy { $0 < 0x80 }
    finders = characters.map {
      ByteFinder(UInt8(truncatingIfNeeded: $0), caseSensitive: caseSensitive)
    }
  }
}

extension Term: Equatable {
  static func == (left: Term, right: Term) -> Bool {
    left.kind == right.kind && left.isNegated == right.isNegated
      && left.isCaseSensitive == right.isCaseSensitive && left.ignoresMarks == right.ignoresMarks
      && left.characters == right.characters
  }
}

/// A 64-bit set of a text's characters: a missing character needs no search.
enum CharacterMask {
  /// The bit of texts that are not ASCII.
  static var notASCII: UInt64 { 1 << 63 }

  static func bit(of character: UInt32) -> UInt64 {
    character < 0x80 ? bits[Int(character)] : notASCII
  }

  /// The bit of each byte. Each letter, in either case, and each digit has its own bit; other
  /// characters share the rest.
  static let bits: [UInt64] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 1 << UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1 << UInt64(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 1 << UInt64(26 + byte - UInt8(ascii: "0"))
    case 0x80...: notASCII
    default: sharedBit(of: byte)
    }
  }

  /// The bits of texts that may be shown with escapes, or contain them.
  @inline(__always)
  static var maybeEscaped: UInt64 { notASCII | sharedBit(of: UInt8(ascii: "\\")) }

  /// Returns the bit of an ASCII character that is neither a letter nor a digit.
  @inline(__always)
  static func sharedBit(of byte: UInt8) -> UInt64 { 1 << UInt64(36 + byte % 27) }
}
