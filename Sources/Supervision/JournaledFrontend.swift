#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import JSONRPC
  import OperatingSystem

  /// What the frontend has of a session, from its journal: up to the end of what came of the same record as the last
  /// byte that was sent. What of that is still to be sent lies in the output file, as a line is there before any of it
  /// is sent.
  struct JournaledFrontend {
    private(set) var mirror = FrontendMirror()
    /// Where the records stand of which the frontend has nothing, in words.
    private(set) var boundary = 0
    /// Whether it has a part of what came of the last record, which was under way when the process died.
    private(set) var hasPart = false
    /// How many bytes it has then, without what frames them.
    private(set) var count = 0
    /// Where the last of them stands in the output file.
    private(set) var position = 0
    /// What of it is still to be sent, with what frames it.
    private(set) var rest: [UInt8] = []

    /// - Parameters:
    ///   - sent: how many bytes were sent.
    ///   - lineLimit: the longest line that the session reads.
    init(of journal: Journal, sent: Int, lineLimit: Int) throws {
      let beginning = try journal.beginning()
      var said = FileMessages(journal.output, from: beginning.output, limit: Self.noLimit)
      while said.position < sent {
        guard said.next() != nil else { throw Damage("what was sent is missing") }
      }
      count = said.count
      let lines = try findBoundary(in: JournalReader(journal.records, from: beginning.index))
      var conversation = JournaledConversation(journal, beginning, lineLimit: lineLimit)
      try conversation.advance(lines: lines, count: count, position: .max)
      mirror = conversation.mirror
      (count, position) = (conversation.count, conversation.position)
      rest = try journal.output.bytes(from: sent, to: position)
    }

    /// What it had of a session when that went back to an earlier turn: all that was said.
    init(_ conversation: borrowing JournaledConversation) {
      boundary = .max
      mirror = conversation.mirror
      (count, position) = (conversation.count, conversation.position)
    }

    static let noLimit = Int.max / 2

    /// Finds where the records end that have come to what was sent.
    ///
    /// - Returns: how many lines of the frontend they have.
    private mutating func findBoundary(in records: consuming JournalReader) -> Int {
      var reader = records
      let sent = count
      var (said, lines, isOpen) = (0, 0, false)
      var found: (index: Int, count: Int, lines: Int)? = sent == 0 ? (reader.index, 0, 0) : nil
      while let record = reader.next() {
        said = record.count(after: said)
        switch record {
        case .rewound, .resumed, .position:
          found = said >= sent ? (reader.index, said, lines) : nil
        case .settled:
          isOpen = false
          if found == nil && said >= sent { found = (reader.index, said, lines) }
        case .pipe, .time, .origin: break
        case .line, .lost:
          lines += 1
          isOpen = true
        default: isOpen = true
        }
      }
      hasPart = found == nil && isOpen
      (boundary, count, lines) = found ?? (reader.index, sent, lines)
      return lines
    }

    /// What was to be in the journal is not there.
    struct Damage: Error, CustomStringConvertible {
      let description: String

      init(_ description: String) { self.description = description }
    }
  }

  extension JournalRecord {
    /// How many bytes the host has said by the end of this record, without what frames them.
    ///
    /// - Parameter before: how many by its beginning.
    func count(after before: Int) -> Int {
      switch self {
      case .rewound(let rewound): rewound.said.count
      case .resumed(let beginning): beginning.said.count
      case .position(let count): count
      case .settled(let said, _): before + said.count
      default: before
      }
    }
  }

  /// The messages that a file has, one after another.
  struct FileMessages: ~Copyable {
    /// Where the last one ends, in bytes, if they are the host's own.
    private(set) var position: Int
    /// How many bytes they are, without what frames them, but for the ends of lines.
    private(set) var count = 0
    private let file: Descriptor
    private var read: Int
    private var decoder: MessageDecoder

    /// - Parameter start: where the first one stands, in bytes.
    init(_ file: Descriptor, from start: Int, limit: Int) {
      self.file = file
      (position, read) = (start, start)
      decoder = MessageDecoder(limit: limit)
    }

    mutating func next() -> Frame? {
      while true {
        if let frame = decoder.next() {
          if case .complete(let bytes) = frame, let framing = decoder.framing {
            position += framing.count(of: bytes.count)
            count += bytes.count + 1
          }
          return frame
        }
        let (file, read) = (file, read)
        let count = decoder.fill { (try? file.read(at: read, into: $0)) ?? 0 }
        guard count > 0 else { return nil }
        self.read += count
      }
    }

    mutating func finish() -> Frame? { decoder.finish() }
  }

  extension Descriptor {
    /// Reads a part of a file.
    nonisolated func bytes(from start: Int, to end: Int) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: end - start)
      var done = 0
      while done < bytes.count {
        let count = try bytes.withUnsafeMutableBytes { bytes in
          try read(at: start + done, into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
        }
        if count == 0 { break }
        done += count
      }
      bytes.removeLast(bytes.count - done)
      return bytes
    }
  }
#endif
