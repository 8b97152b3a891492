import JSON

/// The check of an argument before it is sent, in languages without static types. The host checks
/// the rest.
enum CheckedKind {
  case anything
  /// The value is one of these constants.
  case constant([JSONValue])
  /// The value is of one of these kinds, at least one: `null`, `boolean`, `integer`, `number`,
  /// `string`, `object`, or the given name of arrays.
  case kinds([String])

  /// - Parameters:
  ///   - definitions: the named types.
  ///   - array: the name for arrays.
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
