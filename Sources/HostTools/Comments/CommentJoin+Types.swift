import Contracts
import JSON

/// Adds the doc comments of the types in a contract, their properties and their cases.
extension CommentJoin {
  mutating func addTypes(of probe: SchemaProbe) {
    for (name, schema) in probe.definitions {
      guard let type = probe.types[name].flatMap(TypeNames.symbol(of:)),
        let symbol = graph.type(named: type)
      else { continue }
      add(symbol, type, schema)
    }
  }

  private mutating func add(_ symbol: SymbolGraph.Symbol, _ type: String, _ schema: JSONValue) {
    record(symbol.comment?.text, "$defs", type)
    let names = codingNames(of: symbol)
    for name in schema.members("properties").keys {
      let property = graph.members(of: symbol, named: (names[name] ?? name)[...])
        .first { $0.kind == "swift.property" && $0.comment != nil }
      record(property?.comment?.text, "$defs", type, "properties", name)
    }
    let cases = graph.members(of: symbol).filter { $0.kind == "swift.enum.case" }
    addValues(schema.list("enum"), cases, type)
    for alternative in schema.list("oneOf") {
      guard let name = alternative.texts("required").first,
        let symbol = cases.first(where: { $0.baseName == names[name] ?? name })
      else { continue }
      record(symbol.comment?.text, "$defs", type, "oneOf", name)
      for (parameter, text) in symbol.comment?.parameters ?? [:] {
        record(text, "$defs", type, "oneOf", name, "properties", parameter)
      }
    }
  }

  /// Matches the values of an enum with its cases by order: a value's name in JSON can differ from
  /// its case's name.
  private mutating func addValues(
    _ values: [JSONValue], _ cases: [SymbolGraph.Symbol], _ type: String
  ) {
    let names = values.map(Descriptions.name(of:))
    let areNames = Set(names) == Set(cases.map { String($0.baseName) })
    guard areNames || values.count == cases.count else { return }
    for (index, name) in names.enumerated() {
      let symbol = areNames ? cases.first { $0.baseName == name } : cases[index]
      record(symbol?.comment?.text, "$defs", type, "enum", name)
    }
  }

  /// The JSON names of properties that differ: `case title = "heading"` in the type's `CodingKeys`.
  /// Symbol graphs have no raw values, so they are read from the source.
  private func codingNames(of symbol: SymbolGraph.Symbol) -> [String: String] {
    var names: [String: String] = [:]
    for keys in graph.members(of: symbol, named: "CodingKeys") {
      for key in graph.members(of: keys) where key.kind == "swift.enum.case" {
        guard let lines = key.file.flatMap(source), lines.indices.contains(key.line) else {
          continue
        }
        let rest = lines[key.line].dropFirst(key.column + key.baseName.count)
          .drop { $0 == " " || $0 == "`" }
        guard rest.first == "=" else { continue }
        let text = rest.dropFirst().drop { $0 == " " }
        guard text.first == "\"" else { continue }
        names[String(text.dropFirst().prefix { $0 != "\"" })] = String(key.baseName)
      }
    }
    return names
  }
}
