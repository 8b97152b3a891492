#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// Ends a session whose journal finds no more room: it could not be restored.
  nonisolated final class JournalFailure: Sendable {
    private let state: JournalState
    private let name: String

    /// - Parameter name: what the sentence is to call the journal.
    init(_ state: consuming JournalState, named name: String) {
      self.state = state
      self.name = name
    }

    /// What writes into the journal, or is the end of the process.
    func orEnd<Value>(_ write: () throws(SystemError) -> Value) -> Value {
      do { return try write() } catch { end(error) }
    }

    func end(_ error: SystemError) -> Never {
      Descriptor.standardError.warn("\(name) cannot be written: \(error.reason)\n")
      state.isOver = true
      Process.exit(ExitStatus.cannotWrite.rawValue)
    }
  }
#endif
