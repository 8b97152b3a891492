import JSON

/// `viewModel/closed`: an instance is gone, and the frontend has not disposed it.
package struct ClosedNotification: HostNotification {
  package static let method = "viewModel/closed"

  package let params: JSONValue

  package init(id: String, reason: String) {
    params = ["id": .string(id), "reason": .string(reason)]
  }
}
