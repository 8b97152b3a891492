/// `exit`: the process ends as soon as everything is written.
package enum ExitNotification {
  package static let method: StaticString = "exit"

  package static var schema: NotificationSchema {
    NotificationSchema("Ends the host.")
  }
}
