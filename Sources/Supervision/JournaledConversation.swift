#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import JSONRPC

  /// What a frontend and a host have said to each other, read once from the journal, up to one moment after another.
  struct JournaledConversation: ~Copyable {
    /// What the frontend has by then.
    private(set) var mirror = FrontendMirror()
    private var heard: FileMessages
    private var said: FileMessages
    private var lines = 0

    /// - Parameters:
    ///   - beginning: where it begins.
    ///   - lineLimit: the longest line that the session reads.
    init(_ journal: Journal, _ beginning: JournalBeginning, lineLimit: Int) {
      heard = FileMessages(journal.input, from: beginning.input, limit: lineLimit)
      said = FileMessages(journal.output, from: beginning.output, limit: JournaledFrontend.noLimit)
    }

    /// How many bytes the host has said, without what frames them.
    var count: Int { said.count }
    /// Where the last of them stands in the output file.
    var position: Int { said.position }

    /// Takes in all up to a moment.
    ///
    /// - Parameters:
    ///   - lines: how many lines the frontend has sent.
    ///   - count: how many bytes the host has said, without what frames them.
    ///   - position: where what it has said ends in the output file.
    mutating func advance(lines: Int, count: Int, position: Int) throws {
      while self.lines < lines {
        guard let line = heard.next() ?? heard.finish() else {
          throw JournaledFrontend.Damage("a line is missing")
        }
        mirror.send(line)
        self.lines += 1
      }
      while said.count < count, said.position < position, case .complete(let line)? = said.next() {
        try mirror.receive(line)
      }
    }
  }
#endif
