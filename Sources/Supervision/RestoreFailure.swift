#if os(Linux) && !MAIN_QUEUE
  /// An error: the input has fewer lines than the records consume.
  struct LineIsMissing: Error, CustomStringConvertible {
    var description: String { "the session cannot be restored: a line is missing" }
  }

  /// An error: a session cannot be resumed from its journal.
  package struct DamagedJournal: Error, CustomStringConvertible {
    package let description: String

    init(_ reason: String) { description = "the journal is damaged: \(reason)" }
  }

  /// An error: a session cannot be restored.
  struct RestoreFailure: Error, CustomStringConvertible {
    let description: String

    init(turn: Int, _ reason: String) {
      description = "the session cannot be restored: turn \(turn): \(reason)"
    }

    private init(_ description: String) { self.description = description }

    /// The output of the turns cannot be compared with that of the original turns.
    static let incomparable = RestoreFailure(
      "after a crash the session was not what it was, so it cannot be compared")
  }
#endif
