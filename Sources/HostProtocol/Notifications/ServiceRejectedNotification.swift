import JSON
import JSONRPC

/// `service/rejected`: an answer that the host could not use.
package struct ServiceRejectedNotification: HostNotification {
  package static let method = "service/rejected"

  /// That of the answer.
  package var id: RequestID
  package var service: String?
  package var error: RPCError

  package init(id: RequestID, service: String?, _ error: RPCError) {
    self.id = id
    self.service = service
    self.error = error
  }

  package var params: JSONValue {
    var params: JSONObject = ["id": id.json]
    if let service { params["service"] = .string(service) }
    params["error"] = error.json
    return .object(params)
  }
}
