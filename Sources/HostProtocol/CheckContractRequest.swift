import JSON
import JSONRPC

/// `contract/check`: what has changed since a contract that a frontend was written for.
package struct CheckContractRequest: FrontendRequest {
  package static let method = "contract/check"

  package var contract: JSONValue

  package init(_ params: Params) throws(RPCError) {
    contract = .object(try params.object("contract"))
  }
}
