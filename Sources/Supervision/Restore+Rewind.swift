#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import JSON
  import JSONRPC

  /// Rewinds a session to an earlier turn, and repeats recorded rewinds.
  extension Restore {
    /// Repeats all turns up to an earlier one, without comparing their output.
    mutating func rewind(_ plan: RewindPlan) throws {
      hasDiffered = false
      reader.skip(plan.kept)
      request = plan
      try beginRewinds()
      try repeatRecords()
    }

    /// Synchronizes the frontend with the earlier state.
    ///
    /// - Returns: the end of the journal, and the record to write there.
    mutating func finishRewind(
      _ plan: RewindPlan, for id: RequestID
    ) throws -> (End, Rewound) {
      reader.skipToEnd()
      try dropSkippedLines()
      (end.index, end.progress) = (reader.index, reader.index)
      let countBefore = frontend?.count ?? 0
      applyRewind(plan, for: id)
      endRestore()
      end.outputCount = log.count
      return (
        end,
        Rewound(plan: plan, id: id, countBefore: countBefore, digest: log.synchronizationDigest)
      )
    }

    /// Prepares to repeat the recorded rewinds of the current frontend, and the requested one.
    mutating func beginRewinds() throws {
      guard compares else { return }
      rewounds = reader.rewounds()[...]
      try prepareNextRewind()
    }

    /// Prepares the next rewind, if any: until then output counts only as far as the frontend waits
    /// for it, which has all output up to the rewind. After the last one the session may have
    /// differed from its records.
    private mutating func prepareNextRewind() throws {
      if let next = rewounds.first {
        try conversation.advance(lines: next.plan.lines, count: next.countBefore, position: .max)
      } else if let request, !isForFormerFrontend {
        try conversation.advance(
          lines: request.lines, count: .max, position: journal.output.position)
      } else {
        if hasDiffered && !isForFormerFrontend { try differ() }
        return
      }
      compares = false
      begin(JournaledFrontend(conversation))
    }

    /// Repeats a recorded rewind. Only the lines of the last one are compared, and no output before
    /// it.
    mutating func repeatRewind(_ record: Rewound) throws {
      let sent = sent
      applyRewind(record.plan, for: record.id)
      rewounds.removeFirst()
      if rewounds.isEmpty && request == nil && log.synchronizationDigest != record.digest {
        return try differFrom(record)
      }
      log.endAnswers()
      try prepareNextRewind()
      // The next rewind has to pass all of it again.
      if frontend != nil { self.sent = sent }
      dropSentOutput()
    }

    /// Synchronizes the frontend with the earlier state.
    mutating func applyRewind(_ plan: RewindPlan, for id: RequestID) {
      let opened = frontend.map { session.opened(to: $0.mirror) } ?? []
      synchronize("The session has gone back to turn \(plan.turn)", opens: true)
      end.unanswered = (id, RewindRequest.result(turn: plan.turn, opened: opened))
      compares = true
    }
  }
#endif
