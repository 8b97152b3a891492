import JSON

/// `host/resumed`: the host continues a session of another frontend from its journal. It is the
/// first message.
package struct ResumedNotification: HostNotification {
  package static let method = "host/resumed"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "The host continues the session of a journal.",
      params: .sent(["turn": .count, "opened": .list(of: .openedInstance)]))
  }

  package let params: JSONValue

  /// - Parameters:
  ///   - turn: the number of the last turn.
  ///   - opened: all instances, each `{id, name, revision, state}`.
  package init(turn: Int, opened: [JSONValue]) {
    params = ["turn": .integer(Int64(turn)), "opened": .array(opened)]
  }
}
