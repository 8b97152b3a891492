/// The style of a text in a terminal (SGR of ECMA-48).
struct Style: Equatable, Sendable {
  /// Bold, dim, italic, underlined, blinking, reversed, struck: one bit for each, by its SGR
  /// number.
  private var attributes: UInt16 = 0
  /// The parameters of the foreground and background colours, such as `31` or `38;5;200`.
  private var foreground = ""
  private var background = ""

  /// Whether it is the default style.
  var isPlain: Bool { self == Style() }

  /// The SGR parameters, separated by semicolons; attributes precede colours.
  var parameters: String {
    let numbers = Self.attributeNumbers.filter { attributes & 1 << UInt16($0) != 0 }.map { "\($0)" }
    return (numbers + [foreground, background].filter { !$0.isEmpty }).joined(separator: ";")
  }

  private static let attributeNumbers = [1, 2, 3, 4, 5, 7, 9]

  /// Applies an escape sequence, if it is SGR.
  mutating func obey(_ sequence: ArraySlice<UInt8>) {
    guard sequence.starts(with: [0x1B, UInt8(ascii: "[")]), sequence.last == UInt8(ascii: "m")
    else {
      return
    }
    let text = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
    var numbers = text.split(
      omittingEmptySubsequences: !text.isEmpty, whereSeparator: { $0 == ";" || $0 == ":" }
    ).map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
    while let number = numbers.popFirst() {
      switch number {
      case 0: self = Style()
      case 1...5, 7, 9: attributes |= 1 << UInt16(number)
      case 22: attributes &= ~(1 << 1 | 1 << 2)
      case 23...25, 27, 29: attributes &= ~(1 << UInt16(number - 20))
      case 30...37, 90...97: foreground = "\(number)"
      case 39: foreground = ""
      case 40...47, 100...107: background = "\(number)"
      case 49: background = ""
      case 38: foreground = Self.color(number, &numbers) ?? ""
      case 48: background = Self.color(number, &numbers) ?? ""
      default: break
      }
    }
  }

  /// Parses one of 256 colours, or an RGB colour.
  private static func color(_ number: Int, _ numbers: inout ArraySlice<Int>) -> String? {
    let count: Int
    switch numbers.popFirst() {
    case 5: count = 1
    case 2: count = 3
    default: return nil
    }
    let values = numbers.prefix(count)
    numbers = numbers.dropFirst(count)
    guard values.count == count, values.allSatisfy({ 0...255 ~= $0 }) else { return nil }
    let words = [number, count == 1 ? 5 : 2] + values
    return words.map { "\($0)" }.joined(separator: ";")
  }
}

/// A part of a text with its style.
public struct StyledRange: Equatable, Sendable {
  /// The range in Unicode scalars of the shown text.
  public let range: Range<Int>
  /// The SGR parameters, such as `1;31`.
  public let parameters: String
}
