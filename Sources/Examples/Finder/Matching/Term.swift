/// One condition of a ``Query``.
final class Term: Sendable {
  enum Kind: Equatable, Sendable {
    /// The characters in order, anything between them.
    case fuzzy
    case exact
    case prefix
    case suffix
    /// The whole text.
    case equal
  }

  let kind: Kind
  /// What must not match.
  let isNegated: Bool
  let isCaseSensitive: Bool
  /// Whether marks on Latin letters do not count; so when the term has none.
  let ignoresMarks: Bool
  /// As they are compared with: in lower case, unless case counts.
  let characters: [UInt32]
  /// The characters that differ; `slots` says for each of `characters` which of them it is.
  let distinct: [UInt32]
  let slots: [Int]
  /// By byte: which of `distinct` it is, counting from 1; 0 for none.
  let slotOfByte: [UInt8]
  /// For each of `characters` of a term that is ASCII.
  let finders: [ByteFinder]
  /// What must be in the ``CandidateChunk``'s mask of a text.
  let mask: UInt64
  let isASCII: Bool

  /// - Parameter text: not empty, folded already.
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
    // It is asked only for terms that are ASCII, which have at most 128 different characters.
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

/// Which characters there are in a text, in 64 bits: what is not there need not be looked for.
enum CharacterMask {
  /// The bit that all texts have that are not ASCII.
  static var notASCII: UInt64 { 1 << 63 }

  static func bit(of character: UInt32) -> UInt64 {
    character < 0x80 ? bits[Int(character)] : notASCII
  }

  /// By byte. Letters have a bit each, whatever their case, and digits; other characters share the rest.
  static let bits: [UInt64] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 1 << UInt64(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1 << UInt64(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 1 << UInt64(26 + byte - UInt8(ascii: "0"))
    case 0x80...: notASCII
    default: sharedBit(of: byte)
    }
  }

  /// What texts have that may be shown otherwise than they are, and as they are shown.
  @inline(__always)
  static var maybeEscaped: UInt64 { notASCII | sharedBit(of: UInt8(ascii: "\\")) }

  /// That of an ASCII character that is neither a letter nor a digit.
  @inline(__always)
  static func sharedBit(of byte: UInt8) -> UInt64 { 1 << UInt64(36 + byte % 27) }
}
