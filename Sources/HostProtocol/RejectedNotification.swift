import JSON
import JSONRPC

/// `viewModel/rejected`: an input that failed. Its members are repeated as they were sent, of any
/// kind; null is left out.
package struct RejectedNotification: HostNotification {
  package static let method = "viewModel/rejected"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "An input has failed. What it had of the other members is repeated.",
      params: .sent(["error": .error], optional: ["id": .any, "input": .any, "seq": .any]))
  }

  package let params: JSONValue

  package init(id: JSONValue?, input: JSONValue?, seq: JSONValue?, _ error: RPCError) {
    var params = JSONObject()
    if let id { params["id"] = id }
    if let input { params["input"] = input }
    if let seq { params["seq"] = seq }
    params["error"] = error.json
    self.params = .object(params)
  }

  /// - Parameter params: those of the input, which may be invalid.
  package init(_ params: IndexedValue?, _ error: RPCError) {
    func sent(_ name: StaticString) -> JSONValue? {
      let value = params?[name]?.json
      return if case .null? = value { nil } else { value }
    }
    self.init(id: sent("id"), input: sent("input"), seq: sent("seq"), error)
  }
}
