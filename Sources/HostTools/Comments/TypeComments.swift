import ViewModelHost
import Contracts
import JSON
import ViewModelKit

/// What doc comments say of the types in a contract, their properties and their cases.
struct TypeComments {
  private let graph: SymbolGraph
  private let source: (String) -> [Substring]?
  private var texts: [String: String] = [:]

  static func texts(
    _ probe: SchemaProbe, _ graph: SymbolGraph, source: @escaping (String) -> [Substring]?
  ) -> [String: String] {
    var comments = TypeComments(graph: graph, source: source)
    for (name, schema) in probe.definitions {
      guard let type = probe.types[name].flatMap(TypeNames.symbol(of:)),
        let symbol = graph.type(named: type)
      else { continue }
      comments.add(symbol, type, schema)
    }
    return comments.texts
  }

  private init(graph: SymbolGraph, source: @escaping (String) -> [Substring]?) {
    self.graph = graph
    self.source = source
  }

  private mutating func note(_ text: String?, _ steps: String...) {
    if let text { texts[Descriptions.place(["$defs"] + steps)] = text }
  }

  private mutating func add(_ symbol: SymbolGraph.Symbol, _ type: String, _ schema: JSONValue) {
    note(symbol.comment?.text, type)
    let names = codingNames(of: symbol)
    for name in (schema["properties"]?.objectValue ?? [:]).keys {
      let property = graph.members(of: symbol, named: (names[name] ?? name)[...])
        .first { $0.kind == "swift.property" && $0.comment != nil }
      note(property?.comment?.text, type, "properties", name)
    }
    let cases = graph.members(of: symbol).filter { $0.kind == "swift.enum.case" }
    addValues(schema["enum"]?.arrayValue ?? [], cases, type)
    for alternative in schema["oneOf"]?.arrayValue ?? [] {
      guard let name = alternative["required"]?[0]?.stringValue,
        let symbol = cases.first(where: { $0.baseName == names[name] ?? name })
      else { continue }
      note(symbol.comment?.text, type, "oneOf", name)
      for (parameter, text) in symbol.comment?.parameters ?? [:] {
        note(text, type, "oneOf", name, "properties", parameter)
      }
    }
  }

  /// The values of an enum are its cases in order. What they are called in JSON is not always their names, which is
  /// what is known of them here.
  private mutating func addValues(
    _ values: [JSONValue], _ cases: [SymbolGraph.Symbol], _ type: String
  ) {
    let names = values.map(Descriptions.name(of:))
    let areNames = Set(names) == Set(cases.map { String($0.baseName) })
    guard areNames || values.count == cases.count else { return }
    for (index, name) in names.enumerated() {
      let symbol = areNames ? cases.first { $0.baseName == name } : cases[index]
      note(symbol?.comment?.text, type, "enum", name)
    }
  }

  /// What the properties are called that have other names in JSON: `case title = "heading"` in the type's `CodingKeys`.
  /// The compiler does not tell the texts, so they are read in the source.
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
