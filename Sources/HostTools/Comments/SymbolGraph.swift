import JSON

/// What the compiler tells of modules in symbol graphs, as `swift symbolgraph-extract` writes them. Of their format
/// (github.com/swiftlang/swift-docc-symbolkit) this reads names, doc comments, parameters, types of properties and
/// places in the source.
nonisolated struct SymbolGraph {
  struct Symbol {
    /// What names it in all modules.
    let id: String
    /// `swift.method`, `swift.enum.case` and so on.
    let kind: String
    /// `["ListViewModel", "changeItem(item:)"]`.
    let path: [String]
    let comment: DocComment?
    /// The parameters of a function, each with the names that it has outside and inside.
    let parameters: [[String]]
    /// The id of a property's type.
    let type: String?
    /// The file, and the line from 0.
    let file: String?
    let line: Int
    let column: Int

    /// `changeItem` of `changeItem(item:)`.
    var baseName: Substring { (path.last ?? "").prefix { $0 != "(" } }
  }

  private var symbols: [String: Symbol] = [:]
  /// What a name stands for, with the module: `App.Todo`.
  private var named: [String: Symbol] = [:]
  /// What is declared in a type, also in its extensions, by ids.
  private var children: [String: [String]] = [:]
  /// The base class and the protocols of a type.
  private var supertypes: [String: [String]] = [:]

  /// Adds what stands in a file.
  mutating func add(_ json: JSONValue) {
    let module = json["module"]?.text("name") ?? ""
    for json in json.list("symbols") {
      guard let symbol = Symbol(json, in: module) else { continue }
      symbols[symbol.id] = symbol
      named[([module] + symbol.path).joined(separator: ".")] = symbol
    }
    for relation in json.list("relationships") {
      let (source, target) = (relation.text("source"), relation.text("target"))
      switch relation["kind"] {
      case "conformsTo", "inheritsFrom": supertypes[source, default: []].append(target)
      case "memberOf", "requirementOf", "optionalRequirementOf":
        children[target, default: []].append(source)
      default: continue
      }
    }
  }

  /// The symbol of a type.
  ///
  /// - Parameter name: with the module: `App.Todo`.
  func type(named name: String) -> Symbol? { named[name] }

  func symbol(_ id: String) -> Symbol? { symbols[id] }

  /// What is declared in a type, in the order of the source.
  func members(of type: Symbol) -> [Symbol] {
    (children[type.id] ?? []).compactMap { symbols[$0] }
      .sorted { ($0.file ?? "", $0.line, $0.column) < ($1.file ?? "", $1.line, $1.column) }
  }

  /// What is declared in a type under a name, then what its base class and its protocols have.
  func members(of type: Symbol, named name: Substring) -> [Symbol] {
    var result: [Symbol] = []
    var open = [type]
    var seen: Set<String> = []
    while let next = open.first {
      open.removeFirst()
      guard seen.insert(next.id).inserted else { continue }
      result += members(of: next).filter { $0.baseName == name }
      open += (supertypes[next.id] ?? []).compactMap { symbols[$0] }
    }
    return result
  }
}

extension SymbolGraph.Symbol {
  fileprivate nonisolated init?(_ json: JSONValue, in module: String) {
    path = json.texts("pathComponents")
    guard let id = json["identifier"]?["precise"]?.stringValue, !path.isEmpty else { return nil }
    self.id = id
    kind = json["kind"]?.text("identifier") ?? ""
    // What another module says of a protocol's requirement is handed down; it is not about this.
    let lines = json["docComment"]?["module"]?.stringValue == module ? json["docComment"] : nil
    comment = (lines?["lines"]?.arrayValue).map { lines in
      DocComment(lines.compactMap { $0["text"]?.stringValue })
    }
    parameters = (json["functionSignature"]?.list("parameters") ?? []).map { parameter in
      ["name", "internalName"].compactMap { parameter[$0]?.stringValue }
    }
    type = Self.type(in: json.list("declarationFragments"))
    let location = json["location"]
    file = (location?["uri"]?.stringValue).map(Self.path(of:))
    line = Int(location?["position"]?["line"]?.integerValue ?? 0)
    column = Int(location?["position"]?["character"]?.integerValue ?? 0)
  }

  /// The first type in a declaration; of `Outer.Inner` the inner one.
  private nonisolated static func type(in fragments: [JSONValue]) -> String? {
    guard var place = fragments.firstIndex(where: { $0["kind"] == "typeIdentifier" }) else {
      return nil
    }
    while place + 2 < fragments.count, fragments[place + 1]["spelling"] == ".",
      fragments[place + 2]["kind"] == "typeIdentifier"
    { place += 2 }
    return fragments[place]["preciseIdentifier"]?.stringValue
  }

  /// The path in a URI like `file:///home/ada/My%20app/Todo.swift`.
  private nonisolated static func path(of uri: String) -> String {
    var bytes: [UInt8] = []
    var rest = uri.utf8.dropFirst(uri.hasPrefix("file://") ? 7 : 0)
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
