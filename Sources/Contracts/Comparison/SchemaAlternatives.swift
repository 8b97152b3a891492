import JSON

/// A schema as a list of what it allows, each of one kind: a constant, or a type with its keywords.
struct SchemaAlternatives {
  enum Kind: Hashable {
    case any
    case constant(JSONValue)
    /// An enum's case with a payload: an object whose one member is called so.
    case tagged(String)
    /// A JSON type: `string`, `object`.
    case type(String)
  }

  struct Alternative: Hashable {
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
  private var known: Set<Alternative> = []
  private let definitions: JSONObject
  /// The references that have been followed: another one adds nothing.
  private var followed: Set<String> = []

  init(_ schema: JSONValue, _ definitions: JSONObject) {
    self.definitions = definitions
    // The last is the next, so that they come in their order. No recursion: a frontend may send any chain of references.
    var waiting = [schema]
    while let schema = waiting.popLast() {
      if let name = Schema.name(in: schema) {
        if followed.insert(name).inserted { waiting.append(definitions[name] ?? Schema.any) }
      } else if let values = schema["enum"]?.arrayValue {
        for value in values { add(.constant(value), ["enum": [value]]) }
      } else if let schemas = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue {
        waiting += schemas.reversed()
      } else if let types = schema["type"]?.arrayValue {
        // There are no more than seven (JSON Schema 2020-12, Validation, 6.1.1).
        waiting += Schema.uniqued(types).prefix(7).reversed().map { type in
          var single = schema.objectValue ?? [:]
          single["type"] = type
          return .object(single)
        }
      } else {
        add(schema)
      }
    }
  }

  private mutating func add(_ schema: JSONValue) {
    switch schema["type"] {
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
    if known.insert(alternative).inserted { all.append(alternative) }
  }
}
