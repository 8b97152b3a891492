import JSON

/// Validates values against a JSON Schema (draft 2020-12), for the keywords that descriptions use.
package struct SchemaValidator {
  /// An unknown keyword is an error, as ignoring it could make any value valid.
  package struct UnknownKeyword: Error { let name: String }

  /// Whether a string matches a keyword with an argument.
  package typealias TextRule = (_ text: String, _ keyword: String, _ argument: JSONValue) throws ->
    Bool

  private let definitions: JSONObject
  private let rule: TextRule

  /// - Parameters:
  ///   - definitions: the targets of references.
  ///   - rule: decides whether a string matches a `pattern`, `format` or `contentEncoding`.
  package init(_ definitions: JSONObject, rule: @escaping TextRule) {
    self.definitions = definitions
    self.rule = rule
  }

  package func isValid(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
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
    case "description", "examples", "default", "$comment", "$defs": return true
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
    case .string(let text): return try isValid(text, keyword, argument)
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

  private func isValid(
    _ text: String, _ keyword: String, _ argument: JSONValue
  ) throws -> Bool {
    switch keyword {
    case "minLength": text.unicodeScalars.count >= argument.integerValue ?? 0
    case "pattern", "contentEncoding", "format": try rule(text, keyword, argument)
    default: try Self.requireKnown(keyword)
    }
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

  /// The name of the innermost type whose schema a value, or a part of it, violates; `nil` if there
  /// is none.
  package func type(misfitBy value: JSONValue, _ schema: JSONValue) throws -> String? {
    guard case .object(let keywords) = schema, try !isValid(value, schema) else { return nil }
    if let name = Schema.name(in: schema), let definition = definitions[name] {
      return try type(misfitBy: value, definition) ?? name
    }
    for (name, member) in keywords["properties"]?.objectValue ?? [:] {
      if let part = value[name], let found = try type(misfitBy: part, member) { return found }
    }
    for (name, part) in value.objectValue ?? [:] where keywords["properties"]?[name] == nil {
      guard let members = keywords["additionalProperties"] else { break }
      if let found = try type(misfitBy: part, members) { return found }
    }
    let prefix = keywords["prefixItems"]?.arrayValue ?? []
    for (index, part) in (value.arrayValue ?? []).enumerated() {
      guard let element = index < prefix.count ? prefix[index] : keywords["items"] else { break }
      if let found = try type(misfitBy: part, element) { return found }
    }
    // For an optional, the type of the value.
    for alternative in keywords["anyOf"]?.arrayValue ?? [] {
      if let found = try type(misfitBy: value, alternative) { return found }
    }
    return nil
  }

  /// Accepts a keyword for another kind of value.
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
