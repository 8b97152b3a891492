import Contracts
import JSON

/// A JSON Schema in a few words: `integer`, `array of {id: integer, name?: string}`,
/// `"on" or "off"`. A recursive type is its name.
package func words(forSchema schema: JSONValue) -> String {
  if let name = Schema.name(in: schema) {
    return schema["$defs"]?[name].map(words(forSchema:)) ?? name
  }
  if let values = schema["enum"]?.arrayValue {
    return values.map(\.description).joined(separator: " or ")
  }
  if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
    return schemas.map(words(forSchema:)).joined(separator: " or ")
  }
  switch schema["type"] {
  case .string("array")?: return arrayWords(schema)
  case .string("object")?: return objectWords(schema)
  case .string("integer")?: return integerWords(schema)
  case .string("string")?:
    let form = (schema["format"] ?? schema["contentEncoding"])?.stringValue
    return form.map { "string (\($0))" } ?? "string"
  case .string(let type)?: return type
  case .array(let types)?:
    return types.map { type in
      var single = schema.objectValue ?? [:]
      single["type"] = type
      return words(forSchema: .object(single))
    }.joined(separator: " or ")
  default: return "any JSON"
  }
}

/// A member with a name and a schema, as in `viewModel/describe`: `limit?: integer`, where the
/// question mark means that it is optional.
package func words(forMember member: JSONValue) -> String {
  let mark = member["required"] == false ? "?" : ""
  return "\(member.text("name"))\(mark): \(words(forSchema: member["schema"] ?? [:]))"
}

/// `array of integer`; for fixed elements `[string, integer]`, with more after them
/// `[string, integer, …]`.
private func arrayWords(_ schema: JSONValue) -> String {
  if let first = schema["prefixItems"]?.arrayValue {
    let hasMore = schema["maxItems"] == nil && schema["items"] != false
    return "[\((first.map(words(forSchema:)) + (hasMore ? ["…"] : [])).joined(separator: ", "))]"
  }
  guard let items = schema["items"], items != [:] else { return "array" }
  return "array of \(words(forSchema: items))"
}

/// `integer from 0 to 255`.
private func integerWords(_ schema: JSONValue) -> String {
  let least = schema["minimum"].map { " from \($0)" } ?? ""
  let greatest = schema["maximum"].map { " to \($0)" } ?? ""
  return "integer\(least)\(greatest)"
}

private func objectWords(_ schema: JSONValue) -> String {
  if let properties = schema["properties"]?.objectValue {
    let required = schema.texts("required")
    let members = properties.map { name, schema in
      "\(name)\(required.contains(name) ? "" : "?"): \(words(forSchema: schema))"
    }
    return "{\(members.joined(separator: ", "))}"
  }
  guard let values = schema["additionalProperties"], values != [:] else { return "object" }
  return "object of \(words(forSchema: values))"
}
