extension Session {
  /// `exit`: the process ends as soon as everything is written.
  func exit() {
    disposeAll()
    phase = .ended
  }
}
