#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// A pair of pipes between a supervisor and a worker. Each message is one byte; the reader finds
  /// the end of the pipe when the other process has ended.
  package nonisolated struct WorkerChannel {
    package enum Command: UInt8 {
      /// Restore the session up to the end of the journal, beside the worker that runs it, and
      /// report ``Report/restored``. May be repeated.
      case restore
      /// Restore an earlier state of the session, by the request in the journal, and report
      /// ``Report/restored``.
      case rewind
      /// Restore the rest, and serve.
      case serve
      /// Report ``Report/paused`` when a turn has ended, and then wait for ``resume``.
      case pause
      /// No other worker takes over, for the reason in the state: continue.
      case resume
      /// The session is not rewound, for the reason in the state: continue.
      case refuse
    }

    package enum Report: UInt8 {
      case restored
      /// The worker cannot restore the session, for the reason in the state, and ends.
      case failed
      case paused
      /// The worker has paused, and asks for another one that rewinds the session, by the request
      /// in the journal.
      case wantsRewind
    }

    private let reading: Descriptor
    private let writing: Descriptor

    /// Opens the worker's side.
    ///
    /// - Parameter first: the number of the first descriptor of the journal, which the two of the
    ///   channel follow.
    package init?(inheritedBehindJournalFrom first: Int) {
      reading = Descriptor(raw: CInt(clamping: first + Journal.count))
      writing = Descriptor(raw: CInt(clamping: first + Journal.count + 1))
      guard reading.isOpen, writing.isOpen else { return nil }
      reading.closeOnExec()
      writing.closeOnExec()
    }

    private init(reading: Descriptor, writing: Descriptor) {
      self.reading = reading
      self.writing = writing
    }

    /// Creates a channel.
    ///
    /// - Returns: the supervisor's side, and the descriptors that the worker inherits.
    package static func pair() throws(SystemError) -> (WorkerChannel, inherited: [Descriptor]) {
      let (commands, reports) = (try Descriptor.pipe(), try Descriptor.pipe())
      return (
        WorkerChannel(reading: reports.reading, writing: commands.writing),
        [commands.reading, reports.writing]
      )
    }

    /// The descriptor to poll before reading.
    package var descriptor: Descriptor { reading }

    package func order(_ command: Command) { write(command.rawValue) }

    func report(_ report: Report) { write(report.rawValue) }

    /// Waits for a report; `nil` when the worker has ended.
    package func takeReport() -> Report? { read().flatMap(Report.init) }

    /// Waits for a command; `nil` when the supervisor has ended.
    func takeCommand() -> Command? { read().flatMap(Command.init) }

    package func close() {
      reading.close()
      writing.close()
    }

    private func write(_ byte: UInt8) { withUnsafeBytes(of: byte) { _ = writing.write($0) } }

    private func read() -> UInt8? {
      var byte: UInt8 = 0
      let outcome = withUnsafeMutableBytes(of: &byte) { reading.read(into: $0) }
      return outcome == .bytes(1) ? byte : nil
    }
  }
#endif
