import Foundation
import JSON

@testable import Contracts

/// Whether a value is valid for a JSON Schema (draft 2020-12), for the keywords that descriptions use. Formats count.
struct SchemaValidator {
  /// A keyword that is not known here would make everything look valid.
  struct UnknownKeyword: Error { let name: String }

  /// A schema whose references are to `$defs` of its own.
  static func isValid(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    try SchemaValidator(definitions: schema["$defs"]?.objectValue ?? [:]).isValid(value, schema)
  }

  private let definitions: JSONObject

  private func isValid(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    guard case .object(let keywords) = schema else { return schema == true }
    for (name, argument) in keywords {
      guard try isValid(value, name, argument, keywords) else { return false }
    }
    return true
  }

  private func isValid(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ siblings: JSONObject
  ) throws -> Bool {
    switch keyword {
    case "description", "examples", "$defs": return true
    case "$ref":
      guard let name = Schema.name(in: ["$ref": argument]), let schema = definitions[name] else {
        throw UnknownKeyword(name: argument.description)
      }
      return try isValid(value, schema)
    case "type":
      return (argument.arrayValue ?? [argument]).contains {
        Self.isOfType(value, $0.stringValue ?? "")
      }
    case "enum": return argument.arrayValue?.contains(value) == true
    case "anyOf": return try matches(value, argument) > 0
    case "oneOf": return try matches(value, argument) == 1
    default: break
    }
    switch value {
    case .string(let text): return try Self.isValid(text, keyword, argument)
    case .integer, .double: return try Self.isValid(value.doubleValue ?? .nan, keyword, argument)
    case .array(let elements): return try isValid(elements, keyword, argument, siblings)
    case .object(let object): return try isValid(object, keyword, argument, siblings)
    default: return try Self.requireKnown(keyword)
    }
  }

  private func matches(_ value: JSONValue, _ schemas: JSONValue) throws -> Int {
    try (schemas.arrayValue ?? []).count { try isValid(value, $0) }
  }

  private static func isOfType(_ value: JSONValue, _ type: String) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .double(let double): type == "number" || type == "integer" && double.rounded() == double
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  private static func isValid(
    _ text: String, _ keyword: String, _ argument: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "minLength": text.unicodeScalars.count >= argument.integerValue ?? 0
    case "pattern": try Regex(argument.stringValue ?? "").firstMatch(in: text) != nil
    // An annotation for a validator; here it is meant.
    case "contentEncoding": argument == "base64" && Data(base64Encoded: text) != nil
    case "format": try hasFormat(text, argument.stringValue ?? "")
    default: try requireKnown(keyword)
    }
  }

  private static func hasFormat(_ text: String, _ format: String) throws -> Bool {
    let pattern =
      switch format {
      case "date-time":
        #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#
      case "uuid": #"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"#
      // RFC 3986, 4.1: what characters there may be, which is what can be said in a line.
      case "uri-reference": #"^([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$"#
      default: throw UnknownKeyword(name: format)
      }
    return try Regex(pattern).firstMatch(in: text) != nil
  }

  private static func isValid(
    _ number: Double, _ keyword: String, _ argument: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "minimum": number >= argument.doubleValue ?? .nan
    case "maximum": number <= argument.doubleValue ?? .nan
    default: try requireKnown(keyword)
    }
  }

  private func isValid(
    _ elements: [JSONValue], _ keyword: String, _ argument: JSONValue, _ siblings: JSONObject
  ) throws -> Bool {
    let prefix = siblings["prefixItems"]?.arrayValue ?? []
    switch keyword {
    case "prefixItems": return try zip(elements, prefix).allSatisfy { try isValid($0, $1) }
    case "items":
      return try elements.dropFirst(prefix.count).allSatisfy { try isValid($0, argument) }
    case "minItems": return elements.count >= argument.integerValue ?? 0
    case "maxItems": return elements.count <= argument.integerValue ?? 0
    case "uniqueItems":
      return elements.indices.allSatisfy { elements[..<$0].contains(elements[$0]) == false }
    default: return try Self.requireKnown(keyword)
    }
  }

  private func isValid(
    _ object: JSONObject, _ keyword: String, _ argument: JSONValue, _ siblings: JSONObject
  ) throws -> Bool {
    let properties = siblings["properties"]?.objectValue ?? [:]
    switch keyword {
    case "properties":
      return try properties.allSatisfy { name, schema in
        try object[name].map { try isValid($0, schema) } ?? true
      }
    case "required":
      return (argument.arrayValue ?? []).allSatisfy { object[$0.stringValue ?? ""] != nil }
    case "additionalProperties":
      return try object.allSatisfy { name, value in
        try properties[name] != nil || isValid(value, argument)
      }
    case "propertyNames":
      return try object.keys.allSatisfy { try isValid(.string($0), argument) }
    default: return try Self.requireKnown(keyword)
    }
  }

  /// A keyword for another kind of value says nothing about this one.
  private static func requireKnown(_ keyword: String) throws -> Bool {
    guard known.contains(keyword) else { throw UnknownKeyword(name: keyword) }
    return true
  }

  private static let known: Set<String> = [
    "minLength", "pattern", "contentEncoding", "format", "minimum", "maximum", "prefixItems",
    "items", "minItems", "maxItems", "uniqueItems", "properties", "required",
    "additionalProperties", "propertyNames",
  ]
}
