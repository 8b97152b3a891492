import JSON
import JSONRPC

/// `viewModel/failed`: an error inside a ViewModel that no output carries and no input answers for.
package struct FailedNotification: HostNotification {
  package static let method = "viewModel/failed"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "An error inside a ViewModel that no output carries.",
      params: .sent(["id": .instanceID, "error": .error]))
  }

  package let params: JSONValue

  package init(id: String, _ error: RPCError) {
    params = ["id": .string(id), "error": error.json]
  }
}
