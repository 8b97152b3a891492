#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// Exits when a journal cannot be written: the session could not be restored from it.
  nonisolated final class JournalFailure: Sendable {
    private let state: JournalState
    private let name: String

    /// - Parameter name: the name of the journal in the message.
    init(_ state: consuming JournalState, named name: String) {
      self.state = state
      self.name = name
    }

    /// Runs a closure that writes into the journal, and exits if it throws.
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
