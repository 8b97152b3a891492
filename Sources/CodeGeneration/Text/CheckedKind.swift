import JSON

/// What generated code checks an argument for before it is sent, in languages that have no types of their own. The host
/// checks the rest.
enum CheckedKind {
  case anything
  /// One of these constants.
  case constant([JSONValue])
  /// One of these kinds, of which there is at least one: `null`, `boolean`, `integer`, `number`, `string`, `object`, or
  /// the name that arrays were given.
  case kinds([String])

  /// - Parameters:
  ///   - definitions: the types that have names.
  ///   - array: what an array is called.
  init(_ type: WireType, _ definitions: [String: WireType], array: String) {
    let types = Self.alternatives(type, definitions)
    let constants = types.compactMap { if case .constant(let value) = $0 { value } else { nil } }
    if !constants.isEmpty, constants.count == types.count {
      self = .constant(constants)
      return
    }
    var kinds: [String] = []
    for type in types {
      guard let kind = Self.kind(type, array: array) else {
        self = .anything
        return
      }
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    self = .kinds(kinds)
  }

  private static func alternatives(
    _ type: WireType, _ definitions: [String: WireType]
  ) -> [WireType] {
    switch type {
    case .named(let name): definitions[name].map { alternatives($0, definitions) } ?? [.any]
    case .union(let types): types.flatMap { alternatives($0, definitions) }
    default: [type]
    }
  }

  private static func kind(_ type: WireType, array: String) -> String? {
    switch type {
    case .any, .named, .union: nil
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .constant(let value):
      value.stringValue != nil ? "string" : value.doubleValue != nil ? "number" : nil
    case .array, .tuple: array
    case .dictionary, .object: "object"
    }
  }
}
