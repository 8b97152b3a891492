import HostProtocol

extension NotificationMethod {
  /// `exit`: the process ends as soon as everything is written.
  static let exit = NotificationMethod(name: ExitNotification.method) { session, _ in
    if session.instances.hasUnannounced { session.turn.repeatMessage() } else { session.end() }
  }
}
