import JSON

/// A schema as a list of alternatives: constants, and types with their keywords.
struct SchemaAlternatives {
  enum Kind: Hashable {
    case any
    case constant(JSONValue)
    /// An enum's case with a payload: an object with a single member of this name.
    case tagged(String)
    /// A JSON type: `string`, `object`.
    case type(String)
  }

  struct Alternative: Hashable {
    let kind: Kind
    let schema: JSONValue
    /// The position in a named type, if there is one. It is ignored when alternatives are compared.
    let source: Source?

    static func == (left: Alternative, right: Alternative) -> Bool {
      left.kind == right.kind && left.schema == right.schema
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(schema)
    }

    /// Words that follow "may be".
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

  /// An alternative of a named type, by its number there.
  struct Source: Hashable {
    let name: String
    let number: Int
  }

  private(set) var all: [Alternative] = []
  private var known: Set<Alternative> = []
  /// The resolved references: a second one adds no alternatives.
  private var followed: Set<String> = []
  /// The current named type, and the number of alternatives found in each type.
  private var name: String?
  private var counts: [String: Int] = [:]

  init(_ schema: JSONValue, _ definitions: JSONObject) {
    // A loop instead of a recursion, as a frontend may send any chain of references. The stack
    // keeps the order.
    var waiting: [(schema: JSONValue, name: String?)] = [(schema, nil)]
    while let next = waiting.popLast() {
      let schema = next.schema
      name = next.name
      func enqueue(_ schemas: [JSONValue]) {
        waiting += schemas.reversed().map { ($0, name) }
      }
      if let name = Schema.name(in: schema) {
        guard followed.insert(name).inserted else { continue }
        waiting.append((definitions[name] ?? Schema.any, name))
      } else if let values = schema["enum"]?.arrayValue {
        for value in values {
          if let name = Self.caseName(value) {
            add(.tagged(name), Schema.enumCase(name, ["type": "object"]))
          } else {
            add(.constant(value), ["enum": [value]])
          }
        }
      } else if let cases = schema["oneOf"]?.arrayValue {
        for each in cases { if let name = Self.caseName(of: each) { add(.tagged(name), each) } }
        enqueue(cases.filter { Self.caseName(of: $0) == nil })
      } else if let schemas = schema["anyOf"]?.arrayValue {
        enqueue(schemas)
      } else if let types = schema["type"]?.arrayValue {
        // There are at most seven types (JSON Schema 2020-12, Validation, 6.1.1).
        enqueue(
          Schema.uniqued(types).prefix(7).map { type in
            var single = schema.objectValue ?? [:]
            single["type"] = type
            return .object(single)
          })
      } else {
        add(schema)
      }
    }
  }

  private mutating func add(_ schema: JSONValue) {
    switch schema["type"] {
    case .string("object")? where schema["additionalProperties"] == false:
      add(Self.caseName(of: schema).map { .tagged($0) } ?? .type("object"), schema)
    case .string("null")?: add(.constant(.null), ["enum": [.null]])
    case .string(let type)?: add(.type(type), schema)
    default: add(.any, schema)
    }
  }

  /// The name of a case with a payload: the only member of an object.
  private static func caseName(of schema: JSONValue) -> String? {
    guard let names = schema["required"]?.arrayValue, names.count == 1,
      schema["properties"]?.objectValue?.count == 1
    else { return nil }
    return names[0].stringValue
  }

  /// The name of a case without a payload, which contracts of older hosts list among the constants.
  private static func caseName(_ value: JSONValue) -> String? {
    guard let object = value.objectValue, object.count == 1, object.first?.value == [:] else {
      return nil
    }
    return object.first?.key
  }

  private mutating func add(_ kind: Kind, _ schema: JSONValue) {
    let source = name.map { Source(name: $0, number: counts[$0, default: 0]) }
    let alternative = Alternative(kind: kind, schema: schema, source: source)
    if let name { counts[name, default: 0] += 1 }
    if known.insert(alternative).inserted { all.append(alternative) }
  }
}
