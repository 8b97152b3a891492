#if os(Linux) && !MAIN_QUEUE
  import JSONRPC
  import OperatingSystem

  extension Journal {
    /// Repairs a journal that was truncated or overwritten: it removes the damaged records and all
    /// after them, so that the session keeps the turns before.
    ///
    /// The output file may be longer than the records: the last turn may have been interrupted.
    ///
    /// - Returns: what is missing, in words; `nil` when the records cover all output.
    func cutDamage() throws -> String? {
      let origin = try origin() ?? JournalOrigin()
      let beginning = try beginning()
      var inputMessages = FileMessages(input, from: origin.input, limit: JournaledFrontend.noLimit)
      var outputMessages = FileMessages(
        output, from: beginning.output, limit: JournaledFrontend.noLimit)
      var reader = try JournalReader(records, from: origin.index)
      var (turn, outputCount, isOpen, frontend) = (0, 0, false, 0)
      var end = reader.index
      var isCut = false
      while let record = reader.next() {
        if let check = record.lineCheck, !inputMessages.readLine(check) {
          isCut = true
          break
        }
        outputCount = record.count(after: outputCount)
        turn = record.lastTurn ?? turn
        switch record {
        case .settled: isOpen = false
        case .resumed(let here):
          inputMessages = FileMessages(input, from: here.input, limit: JournaledFrontend.noLimit)
          frontend = end
        case .pipe, .time, .position, .origin, .rewound: break
        default: isOpen = true
        }
        end = reader.index
      }
      while outputMessages.next() != nil {}
      isCut = isCut || reader.isDamaged || end < beginning.index
      guard isCut || !isOpen && outputMessages.count > outputCount else { return nil }
      if isCut {
        records.cut(to: Int64(end * MemoryLayout<UInt64>.stride))
        try JournalState(state).frontend = frontend
      }
      return "the journal is damaged: what came after turn \(turn) is lost"
    }
  }

  extension FileMessages {
    /// Reads the next line.
    ///
    /// - Parameter check: its checksum; 0 if it was not complete.
    /// - Returns: whether it exists and matches.
    fileprivate mutating func readLine(_ check: UInt64) -> Bool {
      if check == 0 { return (next() ?? finish()) != nil }
      return next()?.check == check
    }
  }
#endif
