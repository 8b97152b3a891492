/// `exit`: the process exits when all output is written.
package enum ExitNotification {
  package static let method: StaticString = "exit"

  package static var schema: NotificationSchema {
    NotificationSchema("Ends the host.")
  }
}
