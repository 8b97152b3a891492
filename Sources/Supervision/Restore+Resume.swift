#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import OperatingSystem

  /// Resumes a session from its journal, after all its processes have ended.
  extension Restore {
    /// Repeats all complete turns in the journal, except the end of the session. Another frontend
    /// replaces the former one.
    ///
    /// - Parameter exactly: whether the session must repeat its output; otherwise it may differ.
    /// - Returns: the end of the journal, and the record to write there.
    mutating func resume(exactly: Bool) throws -> (End, JournalBeginning) {
      resumes = true
      isStandby = exactly
      if hasDiffered && exactly { throw RestoreFailure.incomparable }
      try skipOutput()
      try beginRewinds()
      try repeatRecords()
      (frontend, sent) = (nil, 0)
      log.endAnswers()
      end.differs = false
      end.pipe = PipeRequest()
      end.unanswered = nil
      beginFrontend()
      var beginning = JournalBeginning(input: journal.input.position)
      beginning.output = journal.output.position
      beginning.digest = log.synchronizationDigest
      input.begin(at: beginning.input)
      output.begin(at: beginning.output)
      endRestore()
      end.outputCount = log.count
      return (end, beginning)
    }

    /// Marks all complete output as sent.
    private func skipOutput() throws {
      var messages = FileMessages(
        journal.output, from: try journal.beginning().output, limit: JournaledFrontend.noLimit)
      while messages.next() != nil {}
      journal.output.move(to: messages.position)
    }
  }
#endif
