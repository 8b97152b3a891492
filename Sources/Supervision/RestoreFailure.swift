#if os(Linux) && !MAIN_QUEUE
  /// What a record says that the frontend has sent is not there.
  struct LineIsMissing: Error, CustomStringConvertible {
    var description: String { "the session cannot be restored: a line is missing" }
  }

  /// A session cannot be taken up by its journal.
  package struct DamagedJournal: Error, CustomStringConvertible {
    package let description: String

    init(_ reason: String) { description = "the journal is damaged: \(reason)" }
  }

  /// A session cannot be restored.
  struct RestoreFailure: Error, CustomStringConvertible {
    let description: String

    init(turn: Int, _ reason: String) {
      description = "the session cannot be restored: turn \(turn): \(reason)"
    }

    private init(_ description: String) { self.description = description }

    /// What the turns of the session say cannot be compared with what was said.
    static let incomparable = RestoreFailure(
      "after a crash the session was not what it was, so it cannot be compared")
  }
#endif
