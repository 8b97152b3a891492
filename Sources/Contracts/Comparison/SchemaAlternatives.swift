import JSON

/// A schema as a list of what it allows, each of one kind: a constant, or a type with its keywords.
struct SchemaAlternatives {
  enum Kind: Equatable {
    case any
    case constant(JSONValue)
    /// An enum's case with a payload: an object whose one member is called so.
    case tagged(String)
    /// A JSON type: `string`, `object`.
    case type(String)
  }

  struct Alternative: Equatable {
    let kind: Kind
    let schema: JSONValue

    /// In words that stand behind "may be".
    var words: String {
      switch kind {
      case .any: return "any JSON"
      case .constant(let value): return value.description
      case .tagged(let name): return "the case \(name)"
      case .type:
        let words = Schema.words(schema)
        if let form = (schema["format"] ?? schema["contentEncoding"])?.stringValue {
          return "\(words) (\(form))"
        }
        let least = schema["minimum"].map { " from \($0)" } ?? ""
        let greatest = schema["maximum"].map { " to \($0)" } ?? ""
        return words + least + greatest
      }
    }
  }

  private(set) var all: [Alternative] = []
  private let definitions: JSONObject
  /// The references that are being followed.
  private var open: [String] = []

  init(_ schema: JSONValue, _ definitions: JSONObject) {
    self.definitions = definitions
    add(schema)
  }

  private mutating func add(_ schema: JSONValue) {
    if let name = Schema.name(in: schema) {
      guard !open.contains(name) else { return }
      open.append(name)
      add(definitions[name] ?? Schema.any)
      open.removeLast()
      return
    }
    if let values = schema["enum"]?.arrayValue {
      return values.forEach { add(.constant($0), ["enum": [$0]]) }
    }
    if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
      return schemas.forEach { add($0) }
    }
    switch schema["type"] {
    case .array(let types)?:
      for type in types {
        var single = schema.objectValue ?? [:]
        single["type"] = type
        add(.object(single))
      }
    case .string("object")? where schema["additionalProperties"] == false:
      let names = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      add(names.count == 1 ? .tagged(names[0]) : .type("object"), schema)
    case .string("null")?: add(.constant(.null), ["enum": [.null]])
    case .string(let type)?: add(.type(type), schema)
    default: add(.any, schema)
    }
  }

  private mutating func add(_ kind: Kind, _ schema: JSONValue) {
    let alternative = Alternative(kind: kind, schema: schema)
    if !all.contains(alternative) { all.append(alternative) }
  }
}
