import Contracts
import JSON

/// The type of a JSON value, as generated code names it.
indirect enum WireType: Equatable, Sendable {
  case any, null, boolean, number, string
  /// An integer; `isLong` if a double cannot represent all its values exactly.
  case integer(isLong: Bool)
  case constant(JSONValue)
  /// One of the contract's definitions.
  case named(String)
  case array(WireType)
  case tuple([WireType])
  case dictionary(WireType)
  case object([Member])
  case union([WireType])

  init(_ schema: JSONValue) {
    if let name = Schema.name(in: schema) {
      self = .named(name)
    } else if let values = schema["enum"]?.arrayValue {
      self = .union(of: values.map { WireType(constant: $0) })
    } else if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      self = .union(of: schemas.map { WireType($0) })
    } else if case .array(let types)? = schema["type"] {
      self = .union(
        of: types.map { type in
          var single = schema.objectValue ?? [:]
          single["type"] = type
          return WireType(.object(single))
        })
    } else {
      self.init(schema, type: schema.text("type"))
    }
  }

  /// The type of a constant. Arrays and objects, such as enum cases with payloads, have typed
  /// elements.
  private init(constant value: JSONValue) {
    switch value {
    case .null: self = .null
    case .array(let elements): self = .tuple(elements.map { WireType(constant: $0) })
    case .object(let members) where members.isEmpty: self = .dictionary(.any)
    case .object(let members):
      self = .object(members.map { Member(name: $0.key, type: WireType(constant: $0.value)) })
    default: self = .constant(value)
    }
  }

  private init(_ schema: JSONValue, type: String) {
    switch type {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer":
      let exact = 9_007_199_254_740_992.0
      let least = schema["minimum"]?.doubleValue ?? -.infinity
      let greatest = schema["maximum"]?.doubleValue ?? .infinity
      self = .integer(isLong: least < -exact || greatest > exact)
    case "number": self = .number
    case "string": self = .string
    case "array":
      let first = schema.list("prefixItems").map { WireType($0) }
      let items = schema["items"].map { WireType($0) } ?? .any
      let isFixed = schema["maxItems"] != nil || schema["items"] == false
      self =
        first.isEmpty
        ? .array(items) : isFixed ? .tuple(first) : .array(.union(of: first + [items]))
    case "object": self = Self.object(schema)
    default: self = .any
    }
  }

  private static func object(_ schema: JSONValue) -> WireType {
    let required = schema.texts("required")
    let members = schema.members("properties").map { name, schema in
      Member(
        name: name, type: WireType(schema), isRequired: required.contains(name),
        description: schema["description"]?.stringValue.map(Prose.plain))
    }
    if members.isEmpty, let values = schema["additionalProperties"], values != false {
      return .dictionary(WireType(values))
    }
    return members.isEmpty ? .dictionary(.any) : .object(members)
  }

  /// The union of types without duplicates; `any` if one of them is `any`.
  static func union(of types: [WireType]) -> WireType {
    var all: [WireType] = []
    for type in types {
      guard type != .any else { return .any }
      let alternatives: [WireType] = if case .union(let types) = type { types } else { [type] }
      all += alternatives.filter { !all.contains($0) }
    }
    return all.count == 1 ? all[0] : .union(all)
  }

  /// The type without `null`.
  var withoutNull: WireType {
    guard case .union(let types) = self, types.contains(.null) else { return self }
    return .union(of: types.filter { $0 != .null })
  }
}
