import JSON
import JSONRPC

/// `contract/check`: the changes since the contract that a frontend was written for.
package struct CheckContractRequest: FrontendRequest {
  package static let method = "contract/check"

  package static var schema: RequestSchema {
    RequestSchema(
      "What has changed since a contract was written.",
      params: .object(["contract": .anyObject]),
      result: .sent([
        "compatible": .bool, "changes": .list(of: .sent(["breaks": .bool, "sentence": .text])),
      ]))
  }

  package var contract: JSONValue

  /// The most values in a contract: that of 44 ViewModels has two thousand.
  private static let valueLimit = 250_000
  /// The most bytes in one of its strings: names are compared with Unicode canonical equivalence,
  /// which is slow.
  private static let textLimit = 65_536

  package init(_ params: Params) throws(RPCError) {
    contract = .object(try params.object("contract"))
    if contract.hasMoreValues(than: Self.valueLimit) {
      throw RPCError(
        invalidParamsAt: ["contract"], "it has more than \(Self.valueLimit) values")
    }
    if contract.hasText(longerThan: Self.textLimit) {
      throw RPCError(
        invalidParamsAt: ["contract"], "it has a text of more than \(Self.textLimit) bytes")
    }
  }
}
