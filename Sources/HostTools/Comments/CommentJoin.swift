import Contracts
import Hosting
import ViewModelKit

/// Finds the doc comment for each ViewModel, member and type of a catalog.
///
/// The line of the interface, `input("add", TodoViewModel.add, "title")`, names a member's symbol.
/// Where it does not, the symbol with the member's name is used.
struct CommentJoin {
  let graph: SymbolGraph
  /// Returns the lines of a source file; `nil` if it cannot be read.
  let source: (String) -> [Substring]?
  private var texts: [String: String] = [:]

  /// - Throws: if the interface of a ViewModel is faulty.
  static func texts(
    _ catalog: Catalog, _ graph: SymbolGraph, source: @escaping (String) -> [Substring]?
  ) throws(FaultyLine) -> [String: String] {
    var join = CommentJoin(graph: graph, source: source)
    let probe = SchemaProbe()
    for entry in catalog.entries {
      let definition = try entry.definition
      join.add(entry, definition)
      _ = definition.json(in: catalog, probe)
    }
    join.addTypes(of: probe)
    return join.texts
  }

  private init(graph: SymbolGraph, source: @escaping (String) -> [Substring]?) {
    self.graph = graph
    self.source = source
  }

  mutating func record(_ text: String?, _ steps: String...) {
    if let text { texts[Descriptions.path(steps)] = text }
  }

  private mutating func add(_ entry: CatalogEntry, _ definition: ViewModelDefinition) {
    let name = entry.name
    let type = symbol(of: entry.type)
    let owner = symbol(of: entry.owner)
    // A summary in the catalog overrides the doc comment.
    if entry.summary == nil {
      record(owner?.comment?.text ?? type?.comment?.text, "viewModels", name)
    }
    addCreation(definition, of: [owner, type].compactMap { $0 }, name)
    for request in definition.initSignature.requestTypes {
      record(symbol(of: request)?.comment?.text, "services", request.service)
    }
    guard let type else { return }
    for member in definition.findSources() {
      let arguments = definition.description.arguments(of: member)
      guard let symbol = symbol(for: member, in: type, takes: arguments.count) else { continue }
      record(symbol.comment?.text, "viewModels", name, "\(member.kind)s", member.name)
      guard member.kind == .input else { continue }
      record(symbol.comment?.returns, "viewModels", name, "inputs", member.name, "result")
      addArguments(arguments, symbol, name, member.name)
    }
  }

  // MARK: Members

  private func symbol(of type: Any.Type) -> SymbolGraph.Symbol? {
    TypeNames.symbol(of: type).flatMap(graph.type(named:))
  }

  /// The documented symbol that fits a member best.
  private func symbol(
    for member: MemberSource, in type: SymbolGraph.Symbol, takes count: Int
  ) -> SymbolGraph.Symbol? {
    let path = path(of: member)
    var found = path.map { symbols(at: $0, in: type) } ?? []
    let last = path?.last.map { $0.prefix { $0 != "(" } }
    found += [last, member.name[...]].compactMap { $0 }.flatMap {
      graph.members(of: type, named: $0)
    }
    let described = found.filter { $0.comment != nil }
    // Among overloads, prefer the one that the interface names.
    return described.first { $0.path.last == path?.last && $0.baseName != $0.path.last ?? "" }
      ?? described.first { $0.parameters.count == count } ?? described.first
  }

  private func path(of member: MemberSource) -> [String]? {
    guard let lines = source(member.file), lines.indices.contains(member.number - 1) else {
      return nil
    }
    // A member of an interface rarely spans more than 12 lines.
    let text = lines[(member.number - 1)...].prefix(12).joined(separator: "\n")
    return MemberPath(in: text, kind: member.kind.rawValue, name: member.name)?.names
  }

  /// The symbols at the end of a path, as far as symbols are known: for `userRelay.value`, the
  /// relay.
  private func symbols(at path: [String], in type: SymbolGraph.Symbol) -> [SymbolGraph.Symbol] {
    var type = type
    var found: [SymbolGraph.Symbol] = []
    for name in path {
      let members = graph.members(of: type, named: name.prefix { $0 != "(" })
      if members.isEmpty { return found }
      found = members
      guard let next = members.compactMap(\.type).compactMap(graph.symbol).first else { break }
      type = next
    }
    return found
  }

  private mutating func addArguments(
    _ arguments: [String], _ symbol: SymbolGraph.Symbol, _ name: String, _ input: String
  ) {
    let parameters = symbol.comment?.parameters ?? [:]
    let areInOrder = symbol.parameters.count == arguments.count
    for (index, argument) in arguments.enumerated() {
      let names = (areInOrder ? symbol.parameters[index] : []) + [argument]
      let text = names.compactMap { parameters[$0] }.first
      record(text, "viewModels", name, "inputs", input, "arguments", argument)
    }
  }

  // MARK: Creation

  /// Describes the parameters of `init`: from its comment, or from the type's where a closure
  /// creates it. A stream that is fed may also be a property of the type's `Input`.
  private mutating func addCreation(
    _ definition: ViewModelDefinition, of types: [SymbolGraph.Symbol], _ name: String
  ) {
    let names = definition.initSignature.names
    let inits = types.flatMap { graph.members(of: $0, named: "init") }
    let inOrder = inits.filter { $0.parameters.count == names.count }
    let roles = definition.initSignature.roles.map(\.name)
    for (index, own) in names.enumerated() {
      guard let own else { continue }
      let isFed = definition.initSignature.feedNames.contains(own)
      let byIndex = inOrder.flatMap { symbol in
        symbol.parameters[index].compactMap { symbol.comment?.parameters[$0] }
      }.first
      let byName = (inits + types).compactMap { $0.comment?.parameters[own] }.first
      let inputs = isFed ? types.flatMap { graph.members(of: $0, named: "Input") } : []
      let property = inputs.flatMap { graph.members(of: $0, named: own[...]) }
        .compactMap { $0.comment?.text }.first
      let kind = isFed ? "inputs" : roles.contains(own) ? "uses" : "parameters"
      record(byIndex ?? byName ?? property, "viewModels", name, kind, own)
    }
  }
}

extension ViewModelDescription {
  /// The names of an input's arguments.
  fileprivate func arguments(of member: MemberSource) -> [String] {
    guard member.kind == .input, let index = input(named: member.name) else { return [] }
    return inputs[index].signature.slots.map(\.name)
  }
}
