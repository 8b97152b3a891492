#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  /// What comes from the frontend, through the journal: it is there before anything is done with it.
  nonisolated final class JournaledInput: ByteSource {
    let descriptor: Descriptor
    private let journal: Journal
    private let kind: FileKind?
    private let failure: JournalFailure
    /// How far it was read, in bytes.
    private(set) var position = 0

    /// Begins to read there, in bytes.
    func begin(at position: Int) { self.position = position }

    init(_ descriptor: Descriptor, _ journal: Journal, _ failure: JournalFailure) {
      self.descriptor = descriptor
      self.failure = failure
      self.journal = journal
      kind = descriptor.kind
    }

    /// Takes what a worker before had got out of a socket when it was killed.
    func takeOver() {
      while Poll.wait(for: [Poll.Entry(journal.pipe.reading, .read)], milliseconds: 0)[0].isReady,
        case .bytes = failure.orEnd({ () throws(SystemError) in
          try journal.pipe.reading.splice(to: journal.input, count: Self.pipeSize)
        })
      {}
    }

    /// More than a pipe holds by default (pipe(7)).
    private static let pipeSize = 1_048_576

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Descriptor.Outcome {
      let outcome = failure.orEnd { () throws(SystemError) in try fill(buffer) }
      guard case .bytes = outcome else { return outcome }
      return .bytes(readStored(into: buffer))
    }

    /// In the journal every line has an end: only so can a line that was cut off be told from the last one.
    func endLine() {
      failure.orEnd { () throws(SystemError) in try journal.input.writeAll("\n", as: "input") }
    }

    /// Reads what is in the journal, and was not read.
    ///
    /// - Returns: how many bytes; 0 when there are no more.
    func readStored(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let count = (try? journal.input.read(at: position, into: buffer)) ?? 0
      position += count
      return count
    }

    /// Gets more bytes into the journal.
    private func fill(
      _ buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Descriptor.Outcome {
      switch kind {
      case .pipe: return try descriptor.splice(to: journal.input, count: buffer.count)
      case .regular: return try descriptor.send(to: journal.input, count: buffer.count)
      case .socket:
        let outcome = try descriptor.splice(to: journal.pipe.writing, count: buffer.count)
        guard case .bytes(var count) = outcome else { return outcome }
        while count > 0,
          case .bytes(let moved) = try journal.pipe.reading.splice(to: journal.input, count: count)
        {
          count -= moved
        }
        return outcome
      default:
        // A terminal. What is read when the process is killed is lost.
        let outcome = descriptor.read(into: buffer)
        guard case .bytes(let count) = outcome else { return outcome }
        try journal.input.writeAll(Array(buffer[..<count]), as: "input")
        return outcome
      }
    }
  }

  /// What goes to the frontend, through the journal, whose position says how much it has.
  nonisolated final class JournaledOutput: ByteSink {
    private let pipe: OutputPipe
    private let file: Descriptor
    private let failure: JournalFailure
    /// How many bytes the frontend has.
    private(set) var sent = 0
    /// How many bytes of the file are those that are to be sent.
    private var written = 0

    init(_ pipe: OutputPipe, _ journal: Journal, _ failure: JournalFailure) {
      self.pipe = pipe
      self.failure = failure
      file = journal.output
    }

    var descriptor: Descriptor { pipe.descriptor }

    /// What the frontend has of the first bytes, so many, does not count.
    func begin(at position: Int) { (sent, written) = (position, position) }

    /// Notes what another worker has sent.
    ///
    /// - Returns: how many bytes since this was noted last.
    func takeSent() -> Int {
      let count = file.position - sent
      sent += count
      written = sent
      return count
    }

    /// Has the file have all bytes that are to be sent, which are these.
    func store(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
      try file.write(bytes, at: sent)
      // What another worker was about to send is not said.
      file.cut(to: Int64(sent + bytes.count))
      written = sent + bytes.count
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Descriptor.Outcome {
      let new = UnsafeRawBufferPointer(rebasing: bytes[(written - sent)...])
      failure.orEnd { () throws(SystemError) in try file.write(new, at: written) }
      written = sent + bytes.count
      let outcome = try pipe.send(from: file, count: bytes.count)
      if case .bytes(let count) = outcome { sent += count }
      return outcome
    }
  }
#endif
