import JSON

/// References to a named schema.
nonisolated extension Schema {
  private static let prefix = "#/$defs/"

  /// `{"$ref":"#/$defs/Name"}`: the name is a step of a JSON Pointer (RFC 6901) in a URI fragment
  /// (RFC 3986).
  package static func reference(to name: String) -> JSONValue {
    var text = prefix
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "~"): text += "~0"
      case UInt8(ascii: "/"): text += "~1"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return ["$ref": .string(text)]
  }

  /// The name in a reference; `nil` for another schema.
  package static func name(in schema: JSONValue) -> String? {
    guard let reference = schema["$ref"]?.stringValue, reference.hasPrefix(prefix) else {
      return nil
    }
    var bytes: [UInt8] = []
    var rest = reference.utf8.dropFirst(prefix.utf8.count)
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(digits)), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "~"), let digit = rest.popFirst() {
        bytes.append(UInt8(ascii: digit == UInt8(ascii: "1") ? "/" : "~"))
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
