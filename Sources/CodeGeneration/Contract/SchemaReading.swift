import JSON

/// What the rules of "The contract" in `protocol.md` say of any part of one.
enum SchemaReading {
  private static let prefix = "#/$defs/"

  /// The name in a reference, `{"$ref":"#/$defs/Name"}`; `nil` for another schema. It is a step of a JSON Pointer
  /// (RFC 6901) in a URI fragment (RFC 3986).
  static func name(in schema: JSONValue) -> String? {
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

  /// - Parameter isNames: whether the members of an object are names that an author has given, of which one may be
  ///   `description`, too.
  static func withoutDescriptions(_ json: JSONValue, isNames: Bool = false) -> JSONValue {
    switch json {
    case .array(let elements): return .array(elements.map { withoutDescriptions($0) })
    case .object(let object):
      var result = JSONObject()
      for (name, value) in object {
        if isNames {
          result[name] = withoutDescriptions(value)
        } else if ["default", "enum"].contains(name) {
          // Values, whatever their members are called.
          result[name] = value
        } else if !["description", "$comment"].contains(name) {
          let isNames = ["properties", "$defs"].contains(name)
          result[name] = withoutDescriptions(value, isNames: isNames)
        }
      }
      return .object(result)
    default: return json
    }
  }

  /// 64 bits in hexadecimal (FNV-1a) of what a contract offers. What only people read does not count.
  static func hash(of json: JSONValue) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in withoutDescriptions(json).description.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
