#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  /// Limits the size of the journal.
  extension SupervisedConnection {
    /// The journal is abandoned when its size exceeds the limit by this factor.
    private static let abandonFactor = 8
    /// How many unneeded bytes may stay in the files of an abandoned journal.
    private static let unneeded = 1_048_576

    static let lostMessage = """
      the session cannot be restored any more: its journal has reached \(abandonFactor) times its limit (--journal-limit)
      """

    /// Starts the journal over if it is large and the session has no instances; abandons it if it
    /// is too large.
    func limitJournal() {
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
        guard size > Self.abandonFactor * limit else { return }
        session.perform(.handedOver(Turn.HandOver(complaint: Self.lostMessage)))
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
