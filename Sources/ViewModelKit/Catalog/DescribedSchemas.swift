import JSON

/// The places in a description of a ViewModel where a schema stands.
package enum DescribedSchemas {
  /// The description with other schemas.
  package static func map(
    _ description: JSONValue, _ transform: (JSONValue) -> JSONValue
  ) -> JSONValue {
    switch description {
    case .array(let elements): return .array(elements.map { map($0, transform) })
    case .object(let object):
      var result = JSONObject()
      for (name, value) in object {
        // The `arguments` of an input are a list, those of a service a schema.
        let isSchema = ["schema", "result", "arguments"].contains(name) && value.arrayValue == nil
        result[name] = isSchema ? transform(value) : map(value, transform)
      }
      return .object(result)
    default: return description
    }
  }
}
