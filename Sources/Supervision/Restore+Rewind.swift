#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import JSONRPC

  /// A session that goes back to an earlier turn, or went back to one.
  extension Restore {
    /// Has all turns once more up to an earlier one, whatever they say.
    mutating func rewind(_ plan: RewindPlan) throws {
      hasDiffered = false
      reader.leaveOut(plan.kept)
      request = plan
      try beginTakingBack()
      try takeRecords()
    }

    /// Brings the frontend to where the session was.
    ///
    /// - Returns: the end of the journal, and what is to be written there.
    mutating func finishRewind(
      _ plan: RewindPlan, for id: RequestID
    ) throws -> (End, Rewound) {
      reader.skipToEnd()
      try dropLines()
      (end.index, end.progress) = (reader.index, reader.index)
      let had = frontend?.count ?? 0
      goBack(plan, for: id)
      endRestore()
      end.said = log.count
      return (end, Rewound(plan: plan, id: id, had: had, said: log.broughtBy))
    }

    /// If the session goes back to earlier turns: has it do so once more, one time after another.
    mutating func beginTakingBack() throws {
      guard compares else { return }
      rewounds = reader.rewounds(from: beginning.index)[...]
      try takeBack()
    }

    /// If the session goes back once more: what is said from now on counts only as far as a frontend waits for it that
    /// has all that was said then.
    private mutating func takeBack() throws {
      if let next = rewounds.first {
        try conversation.advance(lines: next.plan.lines, count: next.had, position: .max)
      } else if let request {
        try conversation.advance(
          lines: request.lines, count: .max, position: journal.output.position)
      } else {
        return
      }
      compares = false
      begin(JournaledFrontend(conversation))
    }

    /// The session goes back as it did before. What that says is compared the last time; what was said before is not.
    mutating func goBackOnceMore(_ record: Rewound) throws {
      let sent = sent
      goBack(record.plan, for: record.id)
      rewounds.removeFirst()
      if rewounds.isEmpty && request == nil && log.broughtBy != record.said {
        return try differFrom(record)
      }
      log.endAnswers()
      try takeBack()
      // All of it is still to be passed by the next time.
      if frontend != nil { self.sent = sent }
      forgetWhatWasSent()
    }

    /// Brings the frontend to where the session was.
    mutating func goBack(_ plan: RewindPlan, for id: RequestID) {
      let opened = frontend.map { session.opened(to: $0.mirror) } ?? []
      bring("The session has gone back to turn \(plan.turn)", opens: true)
      end.unanswered = (id, RewindRequest.result(turn: plan.turn, opened: opened))
      compares = true
    }
  }
#endif
