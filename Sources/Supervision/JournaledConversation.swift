#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import JSONRPC

  /// Reads a conversation from the journal once, up to one moment after another.
  struct JournaledConversation: ~Copyable {
    /// The state that the frontend has at that moment.
    private(set) var mirror = FrontendMirror()
    private var inputMessages: FileMessages
    private var outputMessages: FileMessages
    private var lines = 0

    /// - Parameters:
    ///   - beginning: where it begins.
    ///   - lineLimit: the longest input line of the session, in bytes.
    init(_ journal: Journal, _ beginning: JournalBeginning, lineLimit: Int) {
      inputMessages = FileMessages(journal.input, from: beginning.input, limit: lineLimit)
      outputMessages = FileMessages(
        journal.output, from: beginning.output, limit: JournaledFrontend.noLimit)
    }

    /// The size of the output so far, in bytes, without framing.
    var count: Int { outputMessages.count }
    /// The end of that output in the output file, in bytes.
    var position: Int { outputMessages.position }

    /// Reads up to a moment.
    ///
    /// - Parameters:
    ///   - lines: how many lines the frontend has sent.
    ///   - count: the size of the output, in bytes without framing.
    ///   - position: the end of the output in the output file, in bytes.
    mutating func advance(lines: Int, count: Int, position: Int) throws {
      while self.lines < lines {
        guard let line = inputMessages.next() ?? inputMessages.finish() else {
          throw JournaledFrontend.Damage("a line is missing")
        }
        mirror.send(line)
        self.lines += 1
      }
      while outputMessages.count < count, outputMessages.position < position,
        case .complete(let line)? = outputMessages.next()
      {
        try mirror.receive(line)
      }
    }
  }
#endif
