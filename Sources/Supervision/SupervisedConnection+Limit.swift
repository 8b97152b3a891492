#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  /// A journal that has become as large as it may be.
  extension SupervisedConnection {
    /// With so many times as many bytes as with which it may begin anew the journal is given up.
    private static let patience = 8
    /// So much of what nobody needs may lie in the files, in bytes.
    private static let unneeded = 1_048_576

    static let isLostWords = """
      the session cannot be restored any more: its journal has reached \(patience) times its limit (--journal-limit)
      """

    /// Has the journal begin anew if it is large, and the session has no instances; gives it up if it is too large.
    func forgetWhatIsOver() {
      let session = connection.session
      guard let limit = journalLimit, let writer = session.turnLog as? JournalWriter else { return }
      let size =
        (writer.index - origin.index) * 8 + input.position - origin.input + output.sent
        - origin.output
      guard size > limit || writer.isStopped else { return }
      if connection.isIdle, loop.isIdle, let remainder = session.remainder {
        writer.isStopped = false
        origin = JournalOrigin(input: input.position, output: output.sent, session: remainder)
        origin.index = writer.begin(at: origin)
        state.origin = origin.index
        state.isLost = false
        loop.renumberTasks()
      } else if !writer.isStopped {
        guard size > Self.patience * limit else { return }
        session.perform(.handedOver(Turn.HandOver(complaint: Self.isLostWords)))
        state.isLost = true
        writer.isStopped = true
        origin.index = writer.index
      } else if size > Self.unneeded {
        (origin.input, origin.output) = (input.position, output.sent)
      } else {
        return
      }
      journal.forget(before: origin)
    }
  }
#endif
