import JSON

/// `viewModel/closed`: an instance is gone, and the frontend has not disposed it.
package struct ClosedNotification: HostNotification {
  package static let method = "viewModel/closed"

  package var id: String
  package var reason: String

  package init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }

  package var params: JSONValue { ["id": .string(id), "reason": .string(reason)] }
}
