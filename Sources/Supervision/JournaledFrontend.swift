#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import JSONRPC
  import OperatingSystem

  /// The state that the frontend has of a session, computed from its journal.
  ///
  /// It reaches to the end of the output of one record: the record whose output contains the last
  /// sent byte. The unsent part of that output is in the output file, as a line is stored there
  /// before any byte of it is sent.
  struct JournaledFrontend {
    private(set) var mirror = FrontendMirror()
    /// The index of the first record whose output the frontend has not even received in part, in
    /// words.
    private(set) var boundary = 0
    /// Whether it has a part of the output of the last record, which was interrupted when the
    /// process died.
    private(set) var hasPart = false
    /// The size of the output up to there, in bytes, without framing.
    private(set) var count = 0
    /// The end of that output in the output file, in bytes.
    private(set) var position = 0
    /// The unsent part of that output, with framing.
    private(set) var rest: [UInt8] = []

    /// - Parameters:
    ///   - sent: how many bytes were sent.
    ///   - lineLimit: the longest input line of the session, in bytes.
    init(of journal: Journal, sent: Int, lineLimit: Int) throws {
      let beginning = try journal.beginning()
      var messages = FileMessages(journal.output, from: beginning.output, limit: Self.noLimit)
      while messages.position < sent {
        guard messages.next() != nil else { throw Damage("what was sent is missing") }
      }
      count = messages.count
      let lines = try findBoundary(in: JournalReader(journal.records, from: beginning.index))
      var conversation = JournaledConversation(journal, beginning, lineLimit: lineLimit)
      try conversation.advance(lines: lines, count: count, position: .max)
      mirror = conversation.mirror
      (count, position) = (conversation.count, conversation.position)
      rest = try journal.output.bytes(from: sent, to: position)
    }

    /// Creates the state that a frontend had when the session was rewound: all output up to then.
    init(_ conversation: borrowing JournaledConversation) {
      boundary = .max
      mirror = conversation.mirror
      (count, position) = (conversation.count, conversation.position)
    }

    static let noLimit = Int.max / 2

    /// Finds the end of the records whose output contains all sent bytes.
    ///
    /// - Returns: how many lines of the frontend they consume.
    private mutating func findBoundary(in records: consuming JournalReader) -> Int {
      var reader = records
      let sent = count
      var (outputCount, lines, isOpen) = (0, 0, false)
      var found: (index: Int, count: Int, lines: Int)? = sent == 0 ? (reader.index, 0, 0) : nil
      while let record = reader.next() {
        outputCount = record.count(after: outputCount)
        switch record {
        case .rewound, .resumed, .position:
          found = outputCount >= sent ? (reader.index, outputCount, lines) : nil
        case .settled:
          isOpen = false
          if found == nil && outputCount >= sent { found = (reader.index, outputCount, lines) }
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

    /// An error: a part of the journal is missing.
    struct Damage: Error, CustomStringConvertible {
      let description: String

      init(_ description: String) { self.description = description }
    }
  }

  extension JournalRecord {
    /// Returns the size of the host's output after this record, in bytes, without framing.
    ///
    /// - Parameter before: the size before it.
    func count(after before: Int) -> Int {
      switch self {
      case .rewound(let rewound): rewound.digest.count
      case .resumed(let beginning): beginning.digest.count
      case .position(let count): count
      case .settled(let digest, _): before + digest.count
      default: before
      }
    }
  }

  /// Reads the messages in a file, one after another.
  struct FileMessages: ~Copyable {
    /// The end of the last message in the file, in bytes; only for output, whose framing is the
    /// host's own.
    private(set) var position: Int
    /// The size of the messages so far, in bytes, with line breaks instead of framing.
    private(set) var count = 0
    private let file: Descriptor
    private var read: Int
    private var decoder: MessageDecoder

    /// - Parameter start: the position of the first message, in bytes.
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
