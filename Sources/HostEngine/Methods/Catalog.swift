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

  /// `viewModel/describe`: the inputs, outputs and events of a ViewModel.
  static let describe = RequestMethod {
    (session, request: DescribeRequest, _) throws(RPCError) in
    let definition = try session.definition(named: request.name)
    return .result(definition.json(in: session.about.catalog))
  }

  /// `contract/check`: the changes since the contract that a frontend was written for.
  static let checkContract = RequestMethod {
    (session, request: CheckContractRequest, _) throws(RPCError) in
    // It takes longer than all other requests: an array of them would block the host.
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
  /// The result of `viewModel/list`.
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
  /// Returns the ViewModel with a name in the catalog.
  ///
  /// - Throws: also when its line in the catalog has a fault, which is shown to the author, too.
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
  /// Returns the contract of some ViewModels of the catalog, or of all.
  ///
  /// - Throws: when the line of one of them has a fault.
  package func contract(only names: [String]? = nil) throws(FaultyLine) -> Contract {
    try Contract(
      of: catalog, only: names, host: name, version: version,
      protocolVersion: Self.protocolVersions.first ?? "")
  }
}
