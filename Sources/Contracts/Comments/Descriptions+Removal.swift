import JSON

nonisolated extension Descriptions {
  /// A contract without the parts that only people read: descriptions, and comments on schemas.
  package static func removed(from contract: JSONValue) -> JSONValue {
    removed(from: contract, isNames: false)
  }

  /// - Parameter isNames: whether the members of an object are an author's names, which may include
  ///   `description`.
  private static func removed(from json: JSONValue, isNames: Bool) -> JSONValue {
    switch json {
    case .array(let elements):
      return .array(elements.map { removed(from: $0, isNames: false) })
    case .object(let object):
      var result = JSONObject()
      for (name, value) in object {
        if isNames {
          result[name] = removed(from: value, isNames: false)
        } else if ["default", "enum"].contains(name) {
          // Values, whatever the names of their members.
          result[name] = value
        } else if !["description", "$comment"].contains(name) {
          result[name] = removed(from: value, isNames: ["properties", "$defs"].contains(name))
        }
      }
      return .object(result)
    default: return json
    }
  }
}
