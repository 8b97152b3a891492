import JSON
import JSONRPC

/// `viewModel/rejected`: an input that failed. The members are as they were sent, whatever that was.
package struct RejectedNotification: HostNotification {
  package static let method = "viewModel/rejected"

  package var id: JSONValue?
  package var input: JSONValue?
  package var seq: JSONValue?
  package var error: RPCError

  package init(id: JSONValue?, input: JSONValue?, seq: JSONValue?, _ error: RPCError) {
    self.id = id
    self.input = input
    self.seq = seq
    self.error = error
  }

  /// The same for params that may be anything.
  package init(_ params: IndexedValue?, _ error: RPCError) {
    self.init(
      id: params?["id"]?.json, input: params?["input"]?.json, seq: params?["seq"]?.json, error)
  }

  package var params: JSONValue {
    var params = JSONObject()
    if let id { params["id"] = id }
    if let input { params["input"] = input }
    if let seq { params["seq"] = seq }
    params["error"] = error.json
    return .object(params)
  }
}
