#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import OperatingSystem

  /// A session that is taken up by its journal, after all its processes have ended.
  extension Restore {
    /// Has all turns once more, as far as the journal has them whole, but for the end of the session. The frontend that
    /// there was is gone; another one begins.
    ///
    /// - Parameter exactly: whether the session has to say what it said; else it is what it is now.
    /// - Returns: the end of the journal, and what is to be written there.
    mutating func resume(exactly: Bool) throws -> (End, JournalBeginning) {
      resumes = true
      isBeside = exactly
      if hasDiffered && exactly { throw RestoreFailure.incomparable }
      try skipOutput()
      if hasDiffered { try differ() } else { try beginTakingBack() }
      try takeRecords()
      (frontend, sent) = (nil, 0)
      log.endAnswers()
      end.differs = false
      end.pipe = PipeRequest()
      end.unanswered = nil
      beginFrontend()
      var beginning = JournalBeginning(input: journal.input.position)
      beginning.output = journal.output.position
      beginning.said = log.broughtBy
      input.begin(at: beginning.input)
      output.begin(at: beginning.output)
      endRestore()
      end.said = log.count
      return (end, beginning)
    }

    /// Has all that was said count as sent, as far as it is whole.
    private func skipOutput() throws {
      var said = FileMessages(
        journal.output, from: try journal.beginning().output, limit: JournaledFrontend.noLimit)
      while said.next() != nil {}
      journal.output.move(to: said.position)
    }
  }
#endif
