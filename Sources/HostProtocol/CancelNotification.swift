import JSON
import JSONRPC

/// `$/cancelRequest`, from either side: the sender does not wait for the answer to a request any
/// more.
package struct CancelNotification: HostNotification {
  package static let method = "$/cancelRequest"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "Nobody waits for the answer to a request any more.",
      params: .object(["id": .requestID]))
  }

  package var id: RequestID

  package init(_ id: RequestID) { self.id = id }

  /// Returns `nil` when there is no id.
  package init?(_ params: IndexedValue?) {
    guard let id = (params?["id"]?.json).flatMap(RequestID.init) else { return nil }
    self.id = id
  }

  package var params: JSONValue { ["id": id.json] }
}
