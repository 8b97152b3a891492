extension NoticeMethod {
  /// `exit`: the process ends as soon as everything is written.
  static let exit = NoticeMethod(name: "exit") { session, _ in
    session.disposeAll()
    session.phase = .ended
  }
}
