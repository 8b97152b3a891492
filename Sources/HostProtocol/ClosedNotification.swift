import JSON

/// `viewModel/closed`: the host has disposed an instance, without a request of the frontend.
package struct ClosedNotification: HostNotification {
  package static let method = "viewModel/closed"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "An instance is gone that the frontend has not disposed.",
      params: .sent(["id": .instanceID, "reason": .text]))
  }

  package let params: JSONValue

  package init(id: String, reason: String) {
    params = ["id": .string(id), "reason": .string(reason)]
  }
}
