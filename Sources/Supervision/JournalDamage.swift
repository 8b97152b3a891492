#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  extension Journal {
    /// What is missing of a journal that was cut off or written over, in words; `nil` when it has all that was said.
    ///
    /// What was said of the turn that was under way when the processes ended may be more than the journal has of it.
    func damage() throws -> String? {
      let beginning = try beginning()
      var heard = FileMessages(input, from: beginning.input, limit: JournaledFrontend.noLimit)
      var told = FileMessages(output, from: beginning.output, limit: JournaledFrontend.noLimit)
      var reader = try JournalReader(records, from: try origin()?.index ?? 0)
      var (turn, said, isOpen, lacksLine) = (0, 0, false, false)
      while !lacksLine, let record = reader.next() {
        said = record.count(after: said)
        switch record {
        case .settled(let new, _): (turn, isOpen) = (new.turn, false)
        case .rewound(let rewound): turn = rewound.plan.turn
        case .pipe, .time, .position, .origin, .resumed: break
        default: isOpen = true
        }
        if record.isLine, reader.index > beginning.index { lacksLine = heard.next() == nil }
      }
      while told.next() != nil {}
      let isCut = lacksLine || reader.isDamaged || reader.index < beginning.index
      guard isCut || !isOpen && told.count > said else { return nil }
      return "the journal is damaged: what came after turn \(turn) is lost"
    }
  }
#endif
