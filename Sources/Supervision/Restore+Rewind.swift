#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import JSONRPC

  /// A session that goes back to an earlier turn, or went back to one.
  extension Restore {
    /// Has all turns once more up to an earlier one, whatever they say.
    mutating func rewind(_ plan: RewindPlan) throws {
      rewound = nil
      hasDiffered = false
      try takeBack(from: plan, saying: nil)
      reader.leaveOut(plan.kept)
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

    /// If the session has gone back: has it do so once more.
    mutating func beginTakingBack() throws {
      if let record = rewound?.record, compares {
        try takeBack(from: record.plan, saying: record.had)
      }
    }

    /// What is said from now on counts only as far as a frontend waits for it that has all that was said.
    ///
    /// - Parameter count: how many bytes were said, without what frames them; `nil` for all that there are.
    mutating func takeBack(from plan: RewindPlan, saying count: Int?) throws {
      let frontend = try JournaledFrontend(
        ofAll: journal, lines: plan.lines, count: count, lineLimit: session.options.lineLimit)
      begin(frontend)
      compares = false
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
