import JSON
import JSONRPC

/// `viewModel/failed`: an error inside a ViewModel that no output carries and no input answers for.
package struct FailedNotification: HostNotification {
  package static let method = "viewModel/failed"

  package var id: String
  package var error: RPCError

  package init(id: String, _ error: RPCError) {
    self.id = id
    self.error = error
  }

  package var params: JSONValue { ["id": .string(id), "error": error.json] }
}
