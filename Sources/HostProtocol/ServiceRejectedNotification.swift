import JSON
import JSONRPC

/// `service/rejected`: a response that the host could not use.
package struct ServiceRejectedNotification: HostNotification {
  package static let method = "service/rejected"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "An answer that the host could not use.",
      params: .sent(["id": .any, "error": .error], optional: ["service": .text]))
  }

  package let params: JSONValue

  /// - Parameter id: the id of the response.
  package init(id: RequestID, service: String?, _ error: RPCError) {
    var params: JSONObject = ["id": id.json]
    if let service { params["service"] = .string(service) }
    params["error"] = error.json
    self.params = .object(params)
  }
}
