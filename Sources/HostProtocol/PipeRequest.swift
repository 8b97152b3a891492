import JSON
import JSONRPC

/// `replay/pipe`: sets whether the pipe to the frontend counts as full.
package struct PipeRequest: ReplayRequest, Equatable {
  package static let method = "replay/pipe"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: whether the frontend reads.",
      params: .object(optional: ["backedUp": .bool, "full": .bool]), canBeNotification: true)
  }

  /// Whether changes of state are deferred.
  package var isBackedUp = false
  /// Whether events are dropped as well.
  package var isFull = false

  package init(isBackedUp: Bool = false, isFull: Bool = false) {
    self.isBackedUp = isBackedUp
    self.isFull = isFull
  }

  package init(_ params: Params) throws(RPCError) {
    isBackedUp = try params.optionalBool("backedUp") ?? false
    isFull = try params.optionalBool("full") ?? false
  }

  package var params: JSONValue {
    var params: JSONObject = [:]
    if isBackedUp { params["backedUp"] = true }
    if isFull { params["full"] = true }
    return .object(params)
  }
}
