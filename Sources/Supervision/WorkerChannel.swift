#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// What a supervisor and a worker tell each other, a byte each. Who reads finds the end when the other process has
  /// ended.
  package nonisolated struct WorkerChannel {
    /// What a worker is to do.
    package enum Command: UInt8 {
      /// Restore the session as far as the journal goes, beside the worker that has it, and report
      /// ``Report/restored``. May come again.
      case restore
      /// Restore the session as it was, by the request that is in the journal, and report ``Report/restored``.
      case rewind
      /// Restore what is missing, and serve.
      case serve
      /// Report ``Report/paused`` when a turn has ended, and do nothing more until ``goOn`` comes.
      case pause
      /// No other worker takes over, for a reason that is in the state: go on.
      case goOn
      /// No other worker takes over that has the session as it was, for a reason that is in the state: go on.
      case refuse
    }

    /// What a worker has done.
    package enum Report: UInt8 {
      case restored
      /// It cannot restore the session, for a reason that is in the state, and ends.
      case failed
      case paused
      /// It has paused, and another worker is to have the session as it was: by the request in the journal.
      case wantsRewind
    }

    private let reading: Descriptor
    private let writing: Descriptor

    /// The worker's side.
    ///
    /// - Parameter first: the number of the first descriptor of the journal, behind which its own two stand.
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

    /// Makes one.
    ///
    /// - Returns: the supervisor's side, and what the worker inherits.
    package static func pair() throws(SystemError) -> (WorkerChannel, inherited: [Descriptor]) {
      let (commands, reports) = (try Descriptor.pipe(), try Descriptor.pipe())
      return (
        WorkerChannel(reading: reports.reading, writing: commands.writing),
        [commands.reading, reports.writing]
      )
    }

    /// What to poll before something is taken.
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
