extension Parser {
  /// A number, with the position at its sign or first digit.
  mutating func parseNumber() throws(ParseFault) -> JSONValue {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") {
      position += 1
      if isDigit(current) { throw fault(.numberEnd) }
    } else {
      try skipDigits()
    }
    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try skipDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text), integer != 0 || text == "0" {
      return .integer(integer)
    }
    guard let number = Double(text), number.isFinite else {
      throw fault(.finiteNumber, at: start)
    }
    return .double(number)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  private mutating func skipDigits() throws(ParseFault) {
    guard isDigit(current) else { throw fault(.digit) }
    while isDigit(current) { position += 1 }
  }
}
