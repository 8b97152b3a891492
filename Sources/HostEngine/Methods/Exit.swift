extension Session {
  /// `exit`: the process ends as soon as everything is written.
  func exit() {
    if instances.hasUnannounced { turn.repeatMessage() } else { end() }
  }
}
