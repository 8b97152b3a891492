import Contracts
import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `contract/check`: what has changed since a contract that a frontend was written for.
  static let checkContract = RequestMethod {
    (session, request: CheckContractRequest, _) throws(RPCError) in
    let old = Contract(request.contract)
    let new: Contract
    do throws(FaultyLine) {
      let names = old.viewModels.compactMap { $0["name"]?.stringValue }
      new = try session.about.contract(only: names)
    } catch {
      throw RPCError(.internalError, "the contract cannot be made: \(error)")
    }
    let changes = ContractComparison(from: old, to: new).changes
    return .result([
      "compatible": .bool(!changes.contains(where: \.breaks)),
      "changes": .array(
        changes.map { ["breaks": .bool($0.breaks), "sentence": .string($0.sentence)] }),
    ])
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
