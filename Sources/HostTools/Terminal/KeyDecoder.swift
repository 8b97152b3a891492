/// Decodes the bytes of a terminal into keys, however the bytes are split (ECMA-48 control
/// sequences, as xterm and compatible terminals send them).
package nonisolated struct KeyDecoder {
  private var bytes: [UInt8] = []
  /// Whether a paste is in progress (xterm's bracketed paste), whose bytes are text only.
  private var isPasting = false

  package init() {}

  /// Whether bytes are left: the start of a sequence, or the Escape key. Only a timeout can
  /// distinguish them.
  package var isIncomplete: Bool { !bytes.isEmpty }

  /// Adds bytes, and returns the completed keys.
  package mutating func feed(_ more: some Sequence<UInt8>) -> [Key] {
    bytes += more
    var keys: [Key] = []
    var rest = bytes[...]
    while let (found, count) = Self.first(rest) {
      rest = rest.dropFirst(count)
      switch found {
      case .key(let key): if let key = isPasting ? pasted(key) : key { keys.append(key) }
      case .paste(let begins): isPasting = begins
      case .nothing: break
      }
    }
    bytes = Array(rest)
    return keys
  }

  /// Decodes the remaining bytes, because no more follow.
  package mutating func flush() -> [Key] {
    defer { bytes = [] }
    switch bytes {
    case [0x1B]: return [.escape]
    case [0x1B, 0x1B]: return [.altKey(.escape)]
    case [0x1B, UInt8(ascii: "[")]: return [.alt("[")]
    case [0x1B, UInt8(ascii: "O")]: return [.alt("O")]
    default: return []
    }
  }

  private enum Found {
    case key(Key)
    /// The start or end of a paste.
    case paste(begins: Bool)
    /// Bytes to ignore.
    case nothing
  }

  /// A pasted key as text, on one line.
  private func pasted(_ key: Key) -> Key? {
    switch key {
    case .text: key
    case .enter, .tab, .control("J"): .text(" ")
    default: nil
    }
  }

  /// The first key and its length in bytes; `nil` while bytes are missing.
  private static func first(_ bytes: ArraySlice<UInt8>) -> (Found, Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes)
    case 0x20..<0x7F, 0x80...: return character(bytes)
    default: return (.key(control(byte)), 1)
    }
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D: .enter
    case 0x09: .tab
    case 0x7F: .backspace
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  /// A UTF-8 character; an invalid byte is skipped.
  private static func character(_ bytes: ArraySlice<UInt8>) -> (Found, Int)? {
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
    guard count > 0, let text = String(validating: part, as: UTF8.self) else {
      return (.nothing, 1)
    }
    return (.key(.text(text)), count)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> (Found, Int)? {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst(2).first else { return nil }
      return (found(final: third, parameters: []), 3)
    case UInt8(ascii: "["): return sequence(bytes)
    case 0x1B:
      // Alt with a special key; or Escape, followed by another key.
      guard let (found, count) = escape(bytes.dropFirst()) else { return nil }
      guard case .key(let key) = found else { return (found, count + 1) }
      return (.key(.altKey(key)), count + 1)
    case 0x21..<0x7F: return (.key(.alt(Character(Unicode.Scalar(second)))), 2)
    case 0x80...: return (.nothing, 1)
    default: return (.key(second == 0x20 ? .alt(" ") : .altKey(control(second))), 2)
    }
  }

  /// A control sequence: parameters and intermediates, then the final byte.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (Found, Int)? {
    let rest = bytes.dropFirst(2)
    // The Linux console sends its own sequences for F1 to F5.
    if rest.first == UInt8(ascii: "[") {
      guard let letter = rest.dropFirst().first else { return nil }
      let isKey = 0x41...0x45 ~= letter
      return (isKey ? .key(.function(Int(letter) - 0x40)) : .nothing, isKey ? 4 : 3)
    }
    guard let final = rest.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      // No key's sequence is that long.
      return rest.count > 32 ? (.nothing, 2) : nil
    }
    let count = final - bytes.startIndex + 1
    // An invalid final byte is not part of the sequence.
    guard 0x40...0x7E ~= bytes[final] else { return (.nothing, count - 1) }
    let text = String(decoding: rest[..<final], as: UTF8.self)
    if text.hasPrefix("<") {
      let report = mouse(text.dropFirst(), isRelease: bytes[final] == UInt8(ascii: "m"))
      return (report.map { .key(.mouse($0)) } ?? .nothing, count)
    }
    let parameters = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    return (found(final: bytes[final], parameters: parameters), count)
  }

  private static func found(final: UInt8, parameters: [Int?]) -> Found {
    // The second parameter is the modifiers plus 1: 1 is Shift, 2 Alt, 4 Control.
    let modifiers = parameters.count > 1 ? max((parameters[1] ?? 1) - 1, 0) : 0
    if final == UInt8(ascii: "~"), let number = parameters.first, number == 200 || number == 201 {
      return .paste(begins: number == 200)
    }
    guard let key = key(final: final, number: parameters.first ?? nil) else { return .nothing }
    return .key(modified(key, by: modifiers))
  }

  private static func modified(_ key: Key, by modifiers: Int) -> Key {
    switch (key, modifiers) {
    case (.left, 2), (.left, 4): .wordLeft
    case (.right, 2), (.right, 4): .wordRight
    case (.up, 1): .shiftUp
    case (.down, 1): .shiftDown
    case (.left, 1): .shiftLeft
    case (.right, 1): .shiftRight
    case (_, 2): .altKey(key)
    default: key
    }
  }

  private static func key(final: UInt8, number: Int?) -> Key? {
    switch (Character(Unicode.Scalar(final)), number) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", 1), ("~", 7): .home
    case ("F", _), ("~", 4), ("~", 8): .end
    case ("Z", _): .backTab
    case ("M", _): .enter
    case ("P", _): .function(1)
    case ("Q", _): .function(2)
    case ("R", _): .function(3)
    case ("S", _): .function(4)
    case ("~", 2): .insert
    case ("~", 3): .delete
    case ("~", 5): .pageUp
    case ("~", 6): .pageDown
    case ("~", let number?) where 11...15 ~= number: .function(number - 10)
    case ("~", let number?) where 17...21 ~= number: .function(number - 11)
    case ("~", 23): .function(11)
    case ("~", 24): .function(12)
    default: nil
    }
  }
}

/// Parses a mouse report of xterm's mode 1006: `BUTTON;COLUMN;ROW`.
nonisolated private func mouse(_ text: Substring, isRelease: Bool) -> Key.Mouse? {
  let numbers = text.split(separator: ";").compactMap { Int($0) }
  guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
  let action: Key.Mouse.Action
  switch (numbers[0] & 64 != 0, numbers[0] & 3) {
  case (true, 0): action = .wheelUp
  case (true, 1): action = .wheelDown
  case (true, _): return nil
  default: action = isRelease ? .release : numbers[0] & 32 != 0 ? .drag : .press
  }
  return Key.Mouse(
    action: action, column: numbers[1] - 1, row: numbers[2] - 1, hasShift: numbers[0] & 4 != 0,
    isSecondary: numbers[0] & 64 == 0 && numbers[0] & 3 != 0)
}
