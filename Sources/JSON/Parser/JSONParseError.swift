/// The reason why a text is not JSON (RFC 8259), and its position.
public struct JSONParseError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The number of bytes before the fault.
  public let offset: Int
  /// The line of the fault, counted from 1; lines end with LF.
  public let line: Int
  /// The column of the fault, counted from 1 in bytes (UTF-8 code units).
  public let column: Int
  /// The expectation and what was found instead, as text.
  public let reason: String

  /// The reason and the position, in one sentence.
  public var description: String {
    "\(reason) at line \(line), column \(column) (byte \(offset))"
  }

  init(_ fault: ParseFault, in bytes: UnsafeRawBufferPointer) {
    let before = bytes[..<fault.offset]
    offset = fault.offset
    line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    column = fault.offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    let found = ParseFault.describe(bytes, at: fault.offset)
    reason = fault.expectation.reason(found: found)
  }
}

/// The parser's internal error: small, so that `throws` costs nothing without an error.
struct ParseFault: Error {
  let offset: Int
  let expectation: Expectation

  enum Expectation {
    case value
    case end
    case key
    case keyOrClosingBrace
    case colon
    case commaOrClosingBracket
    case commaOrClosingBrace
    case literal(StaticString)
    case digit
    case numberEnd
    case finiteNumber
    case closingQuote
    case escapeOfControl
    case escapeLetter
    case hexDigit
    case lowSurrogate
    case noLoneLowSurrogate
    case validUTF8
    case lessNesting(limit: Int)
  }

  static func describe(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    return switch bytes[offset] {
    case 0x21...0x7E: "'\(Unicode.Scalar(bytes[offset]))'"
    case 0x20: "a space"
    case 0x0A: "a line break"
    case 0xEF where bytes.count >= offset + 3 && bytes[offset + 1] == 0xBB:
      "a byte order mark"
    default: "byte 0x" + (bytes[offset] < 16 ? "0" : "") + String(bytes[offset], radix: 16)
    }
  }
}

extension ParseFault.Expectation {
  func reason(found: String) -> String {
    switch self {
    case .value: "expected a value, found \(found)"
    case .end: "expected the end of the text, found \(found)"
    case .key: "expected a key in double quotes, found \(found)"
    case .keyOrClosingBrace: "expected a key in double quotes or '}', found \(found)"
    case .colon: "expected ':', found \(found)"
    case .commaOrClosingBracket: "expected ',' or ']', found \(found)"
    case .commaOrClosingBrace: "expected ',' or '}', found \(found)"
    case .literal(let text): "expected '\(text)', found \(found)"
    case .digit: "expected a digit, found \(found)"
    case .numberEnd: "expected no digit after a leading zero, found \(found)"
    case .finiteNumber: "expected a number within the range of a double, found a larger one"
    case .closingQuote: "expected '\"' at the end of a string, found \(found)"
    case .escapeOfControl: "expected control characters in a string to be escaped, found \(found)"
    case .escapeLetter: "expected one of \"\\/bfnrtu after '\\', found \(found)"
    case .hexDigit: "expected a hexadecimal digit, found \(found)"
    case .lowSurrogate: "expected the escape of a low surrogate after that of a high one"
    case .noLoneLowSurrogate: "expected a high surrogate before the escape of a low one"
    case .validUTF8: "expected valid UTF-8, found \(found)"
    case .lessNesting(let limit): "expected at most \(limit) nested arrays and objects, found more"
    }
  }
}
