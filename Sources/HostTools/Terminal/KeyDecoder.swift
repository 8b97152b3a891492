/// A key that somebody has pressed.
nonisolated enum Key: Equatable {
  case text(String)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  /// A letter with the control key: `control("A")`.
  case control(Character)
  /// A letter with Alt, or after Escape.
  case alt(Character)
}

/// Makes keys of the bytes that a terminal sends (ECMA-48 control sequences, as xterm and its kin use them), however
/// they are cut.
nonisolated struct KeyDecoder {
  private var bytes: [UInt8] = []

  /// Takes bytes, and gives the keys that are complete.
  mutating func feed(_ more: some Sequence<UInt8>) -> [Key] {
    bytes += more
    var keys: [Key] = []
    var rest = bytes[...]
    while let (key, count) = Self.first(rest) {
      if let key { keys.append(key) }
      rest = rest.dropFirst(count)
    }
    bytes = Array(rest)
    return keys
  }

  /// The first key and how many bytes it takes; nothing while bytes are missing. What is no key is passed over.
  private static func first(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0..<0x20: return (.control(Character(Unicode.Scalar(byte + 0x40))), 1)
    default: return character(bytes)
    }
  }

  /// A character of UTF-8; a byte that cannot begin or continue one is passed over.
  private static func character(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    let count =
      switch bytes[bytes.startIndex] {
      case 0..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    let part = bytes.prefix(count)
    let continuing = part.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
    if part.count < count && continuing == part.count - 1 { return nil }
    guard count > 0, let text = String(validating: part, as: UTF8.self) else { return (nil, 1) }
    return (.text(text), count)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst(2).first else { return nil }
      return (key(final: third, parameters: ""), 3)
    case UInt8(ascii: "["):
      let rest = bytes.dropFirst(2)
      // Parameters and intermediates, then the final byte.
      guard let final = rest.firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
      let parameters = String(decoding: rest[..<final], as: UTF8.self)
      return (key(final: bytes[final], parameters: parameters), final - bytes.startIndex + 1)
    case 0x7F, 0x08: return (.control("W"), 2)
    case 0x21..<0x7F: return (.alt(Character(Unicode.Scalar(second))), 2)
    default: return (nil, 1)
    }
  }

  private static func key(final: UInt8, parameters: String) -> Key? {
    // Behind a semicolon stand the modifiers: 3 is Alt, 5 Control.
    let jumps = parameters.hasSuffix(";3") || parameters.hasSuffix(";5")
    switch (final, parameters.split(separator: ";").first) {
    case (UInt8(ascii: "A"), _): return .up
    case (UInt8(ascii: "B"), _): return .down
    case (UInt8(ascii: "C"), _): return jumps ? .wordRight : .right
    case (UInt8(ascii: "D"), _): return jumps ? .wordLeft : .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): return .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): return .end
    case (UInt8(ascii: "~"), "3"): return .delete
    default: return nil
    }
  }
}
