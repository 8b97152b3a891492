import Contracts
import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/list`: the catalog.
  static let list = RequestMethod { (session, _: ListRequest, _) in
    .result(session.about.catalog.json)
  }

  /// `viewModel/describe`: what a ViewModel takes and gives.
  static let describe = RequestMethod {
    (session, request: DescribeRequest, _) throws(RPCError) in
    let definition = try session.definition(named: request.name)
    return .result(definition.json(in: session.about.catalog))
  }

  /// `contract/check`: what has changed since a contract that a frontend was written for.
  static let checkContract = RequestMethod {
    (session, request: CheckContractRequest, _) throws(RPCError) in
    // It takes longer than all other requests: an array of them would hold up everything else.
    guard !session.turn.isArray else {
      throw RPCError(
        .invalidRequest,
        "Invalid request: \(CheckContractRequest.method) must stand on a line of its own")
    }
    let old = Contract(request.contract)
    let new: Contract
    do throws(FaultyLine) {
      let names = old.viewModels.compactMap { $0["name"]?.stringValue }
      new = try session.about.contract(only: names)
    } catch {
      throw RPCError(.internalError, "the contract cannot be made: \(error)")
    }
    let comparison = ContractComparison(from: old, to: new)
    return .result([
      "compatible": .bool(!comparison.breaks),
      "changes": .array(
        comparison.sentences.map { ["breaks": .bool($0.breaks), "sentence": .string($0.text)] }),
    ])
  }
}

extension Catalog {
  /// The answer to `viewModel/list`.
  package var json: JSONValue {
    let list = entries.map { entry -> JSONValue in
      var object: JSONObject = ["name": .string(entry.name)]
      if let text = description(of: entry) {
        object["summary"] = .string(Descriptions.summary(text))
      }
      return .object(object)
    }
    return ["viewModels": .array(list)]
  }
}

extension Session {
  /// The ViewModel with that name in the catalog.
  ///
  /// - Throws: also when its author has made a mistake, of which the author is told, too.
  func definition(named name: String) throws(RPCError) -> ViewModelDefinition {
    let definition: ViewModelDefinition?
    do throws(FaultyLine) {
      definition = try about.catalog.definition(named: name)
    } catch {
      advice.show(error)
      throw RPCError(.internalError, "\(name) cannot be used: \(error)")
    }
    if let definition { return definition }
    throw RPCError(
      .unknownViewModel,
      "\(about.name) has no ViewModel \"\(SimilarNames.shown(name))\""
        + SimilarNames.hint(for: name, among: about.catalog.entries.map(\.name)))
  }
}

extension HostInformation {
  /// The contract of some ViewModels of the catalog, or of all.
  ///
  /// - Throws: when the author has made a mistake in one of them.
  package func contract(only names: [String]? = nil) throws(FaultyLine) -> Contract {
    try Contract(
      of: catalog, only: names, host: name, version: version,
      protocolVersion: Self.protocolVersions.first ?? "")
  }
}
