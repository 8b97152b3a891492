import JSON
import TestSupport

@testable import Contracts

/// Makes values that are valid for a schema.
struct SchemaGenerator {
  private var random: SeededGenerator
  private var definitions = JSONObject()
  /// How many references have led to what is being made; below a few there are as few more as there
  /// can be.
  private var depth = 0
  private var isDeep: Bool { depth > 3 }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func value(_ schema: JSONValue) -> JSONValue {
    if let own = schema["$defs"]?.objectValue { definitions = own }
    if let definition = Schema.name(in: schema).flatMap({ definitions[$0] }) {
      depth += 1
      defer { depth -= 1 }
      return value(definition)
    }
    if let values = schema["enum"]?.arrayValue { return one(of: values) }
    if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      let ends = schemas.filter { !isDeep || !$0.description.contains("$ref") }
      return value(one(of: ends.isEmpty ? schemas : ends))
    }
    guard let type = schema["type"] else { return one(of: Self.anything) }
    switch one(of: type.arrayValue ?? [type]) {
    case "null": return nil
    case "boolean": return .bool(chance(2))
    case "integer": return .integer(integer(schema))
    case "number": return one(of: [.integer(integer(schema)), .double(double())])
    case "string": return .string(string(schema))
    case "array": return .array(array(schema))
    default: return .object(object(schema))
    }
  }

  private static let anything: [JSONValue] = [nil, true, 1, 2.5, "text", [1, "a"], ["a": nil]]

  private mutating func integer(_ schema: JSONValue) -> Int64 {
    let least = schema["minimum"]?.integerValue ?? .min
    let greatest = schema["maximum"]?.integerValue ?? .max
    let edges = [least, greatest, 0, 1, -1].filter { (least...greatest).contains($0) }
    return chance(2) ? one(of: edges) : .random(in: least...greatest, using: &random)
  }

  /// In the range of `Float`.
  private mutating func double() -> Double {
    one(of: [0, -0.5, 0.1, 1e30, -1e-30, .random(in: -1000...1000, using: &random)])
  }

  private mutating func string(_ schema: JSONValue) -> String {
    if schema["contentEncoding"] != nil {
      return one(of: ["", "AQ==", "AQI=", "AQID", "//79+w=="])
    }
    switch schema["format"] {
    case "date-time": return date()
    case "uuid": return uuid()
    case "uri-reference": return one(of: Self.references)
    default: break
    }
    guard schema["pattern"] == nil else { return numeral(isInteger: schema["type"] == nil) }
    return one(of: Self.texts)
  }

  private static let texts = [
    "", "a", "1", "null", "two words", "é", "e\u{301}", "👩‍👩‍👧", "\u{0}", "\"\\/", "日本語",
  ]

  /// RFC 3986, 5.4 and others.
  private static let references = [
    "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x=1/./y",
    "..",
    "http://example.com:80/a%20b", "mailto:a@example.com", "http://[::1]/", "urn:isbn:1",
    "file:///a",
  ]

  private mutating func digits(_ count: Int) -> String {
    String((0..<count).map { _ in one(of: Array("0123456789")) })
  }

  private mutating func numeral(isInteger: Bool) -> String {
    let whole = one(of: ["0", "7", "-3", "1\(digits(one(of: [1, 5, 12])))"])
    guard !isInteger else { return whole }
    return whole + one(of: ["", ".\(digits(one(of: [1, 8])))"]) + one(of: ["", "e3", "E-3", "e+2"])
  }

  private mutating func date() -> String {
    func two(_ range: ClosedRange<Int>) -> String {
      String(String(Int.random(in: range, using: &random) + 100).dropFirst())
    }
    let day = "\(one(of: ["1970", "2026", "1583", "9999"]))-\(two(1...12))-\(two(1...28))"
    let time = "\(two(0...23)):\(two(0...59)):\(two(0...59))"
    let fraction = one(of: ["", ".5", ".25", ".123", ".123456", ".123456789"])
    let offset = one(of: ["Z", "+00:00", "-08:00", "+05:45", "+14:00", "-00:00"])
    return "\(day)T\(time)\(fraction)\(offset)"
  }

  private mutating func uuid() -> String {
    let digits = (0..<32).map { _ in one(of: Array("0123456789abcdefABCDEF")) }
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return groups.map { String($0) }.joined(separator: "-")
  }

  private mutating func array(_ schema: JSONValue) -> [JSONValue] {
    let prefix = schema["prefixItems"]?.arrayValue ?? []
    var elements = prefix.map { value($0) }
    let most = Int(schema["maxItems"]?.integerValue ?? Int64(prefix.count + 3))
    let more = isDeep ? 0 : Int.random(in: 0...most - prefix.count, using: &random)
    elements += (0..<more).map { _ in value(schema["items"] ?? [:]) }
    guard schema["uniqueItems"] == true else { return elements }
    return elements.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private mutating func object(_ schema: JSONValue) -> JSONObject {
    var object = JSONObject()
    let required = schema["required"]?.arrayValue ?? []
    for (name, schema) in schema["properties"]?.objectValue ?? [:] {
      if required.contains(.string(name)) || !isDeep && chance(2) { object[name] = value(schema) }
    }
    let others = schema["additionalProperties"] ?? [:]
    // Members that the schema does not name are allowed, and ignored.
    for _ in 0..<(others == false || isDeep ? 0 : one(of: [0, 0, 1, 3])) {
      object[name(schema["propertyNames"])] = value(others)
    }
    return object
  }

  private mutating func name(_ schema: JSONValue?) -> String {
    guard let schema else { return "other " + one(of: Self.texts) }
    guard let names = schema["enum"]?.arrayValue else { return string(schema) }
    return one(of: names).stringValue ?? ""
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
}
