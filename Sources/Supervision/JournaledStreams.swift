#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  /// The input of the frontend, which is stored in the journal before it is handled.
  nonisolated final class JournaledInput: ByteSource {
    let descriptor: Descriptor
    private let journal: Journal
    private let kind: FileKind?
    private let failure: JournalFailure
    /// How much of it was read, in bytes.
    private(set) var position = 0

    /// Sets where to read next, in bytes.
    func begin(at position: Int) { self.position = position }

    init(_ descriptor: Descriptor, _ journal: Journal, _ failure: JournalFailure) {
      self.descriptor = descriptor
      self.failure = failure
      self.journal = journal
      kind = descriptor.kind
    }

    /// Stores what a former worker had moved from a socket into the pipe when it was killed.
    func drainPipe() {
      while Poll.wait(for: [Poll.Entry(journal.pipe.reading, .read)], milliseconds: 0)[0].isReady,
        case .bytes = failure.orEnd({ () throws(SystemError) in
          try journal.pipe.reading.splice(to: journal.input, count: Self.pipeSize)
        })
      {}
    }

    /// More than the default capacity of a pipe (pipe(7)).
    private static let pipeSize = 1_048_576

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Descriptor.Outcome {
      let outcome = failure.orEnd { () throws(SystemError) in try fill(buffer) }
      guard case .bytes(let count) = outcome else { return outcome }
      // What was stored before has been read.
      return .bytes(readStored(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])))
    }

    /// Ends the last line in the journal, where an incomplete line means that more follows.
    func endLine() {
      failure.orEnd { () throws(SystemError) in try journal.input.writeAll("\n", as: "input") }
    }

    /// Reads stored input that was not read before.
    ///
    /// - Returns: the number of bytes; 0 when there are no more.
    func readStored(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let count = (try? journal.input.read(at: position, into: buffer)) ?? 0
      position += count
      return count
    }

    /// Moves more bytes into the journal.
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
        // A terminal. Bytes that were read when the process is killed are lost.
        let outcome = descriptor.read(into: buffer)
        guard case .bytes(let count) = outcome else { return outcome }
        try journal.input.writeAll(Array(buffer[..<count]), as: "input")
        return outcome
      }
    }
  }

  /// The output to the frontend, which is stored in the journal before it is sent. The file
  /// position is the end of the sent part.
  nonisolated final class JournaledOutput: ByteSink {
    private let pipe: OutputPipe
    private let file: Descriptor
    private let failure: JournalFailure
    /// How many bytes were sent.
    private(set) var sent = 0
    /// How many bytes of the file are valid output.
    private var written = 0

    init(_ pipe: OutputPipe, _ journal: Journal, _ failure: JournalFailure) {
      self.pipe = pipe
      self.failure = failure
      file = journal.output
    }

    var descriptor: Descriptor { pipe.descriptor }

    /// Sets the start of the output, in bytes: earlier bytes do not count as unsent.
    func begin(at position: Int) { (sent, written) = (position, position) }

    /// Reads how much another worker has sent.
    ///
    /// - Returns: the number of bytes since the last call.
    func updateSent() -> Int {
      let count = file.position - sent
      sent += count
      written = sent
      return count
    }

    /// Stores these bytes as the unsent output.
    func store(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
      try file.write(bytes, at: sent)
      // Output that another worker was about to send is dropped.
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
