import JSON

/// Symbol graphs of modules, as `swift symbolgraph-extract` writes them. This reads names, doc
/// comments, parameters, types of properties and source positions of the
/// [format](https://github.com/swiftlang/swift-docc-symbolkit).
nonisolated struct SymbolGraph {
  struct Symbol {
    /// The identifier that is unique across modules.
    let id: String
    /// `swift.method`, `swift.enum.case` and so on.
    let kind: String
    /// `["ListViewModel", "changeItem(item:)"]`.
    let path: [String]
    let comment: DocComment?
    /// The parameters of a function, each with its external and internal name.
    let parameters: [[String]]
    /// The id of a property's type.
    let type: String?
    /// The file, and the line and column from 0.
    let file: String?
    let line: Int
    let column: Int

    /// `changeItem` of `changeItem(item:)`.
    var baseName: Substring { (path.last ?? "").prefix { $0 != "(" } }
  }

  private var symbols: [String: Symbol] = [:]
  /// Symbols by qualified name: `App.Todo`.
  private var named: [String: Symbol] = [:]
  /// The ids of a type's members, including those of extensions, by the type's id.
  private var children: [String: [String]] = [:]
  /// The ids of a type's base class and protocols, by the type's id.
  private var supertypes: [String: [String]] = [:]

  /// Adds the symbols and relationships of a file.
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
  /// - Parameter name: the qualified name: `App.Todo`.
  func type(named name: String) -> Symbol? { named[name] }

  func symbol(_ id: String) -> Symbol? { symbols[id] }

  /// The members of a type, in source order.
  func members(of type: Symbol) -> [Symbol] {
    (children[type.id] ?? []).compactMap { symbols[$0] }
      .sorted { ($0.file ?? "", $0.line, $0.column) < ($1.file ?? "", $1.line, $1.column) }
  }

  /// The members of a type with a base name, followed by those of its base class and protocols.
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
    // Another module's comment on a requirement is inherited; it does not describe this symbol.
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

  /// The first type in a declaration; `Inner` of `Outer.Inner`.
  private nonisolated static func type(in fragments: [JSONValue]) -> String? {
    guard var index = fragments.firstIndex(where: { $0["kind"] == "typeIdentifier" }) else {
      return nil
    }
    while index + 2 < fragments.count, fragments[index + 1]["spelling"] == ".",
      fragments[index + 2]["kind"] == "typeIdentifier"
    { index += 2 }
    return fragments[index]["preciseIdentifier"]?.stringValue
  }

  /// The path of a URI such as `file:///home/ada/My%20app/Todo.swift`.
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
