import JSON
import OperatingSystem

/// The beginning of a journal whose earlier part was deleted: a moment at which the session had no
/// instances.
package nonisolated struct JournalOrigin {
  /// The index of its record, in words; 0 for the first beginning.
  var index = 0
  /// The size of the input up to there, in bytes.
  var input = 0
  /// The size of the output up to there, in bytes.
  var output = 0
  /// The state of the session: see `Session.remainder`.
  var session: JSONValue = [:]

  init(input: Int, output: Int, session: JSONValue) {
    (self.input, self.output, self.session) = (input, output, session)
  }

  /// - Returns: `nil` when the JSON is no origin.
  init?(_ json: JSONValue) {
    guard let input = json["input"]?.integerValue, let output = json["output"]?.integerValue,
      let session = json["session"]
    else { return nil }
    self.init(input: Int(input), output: Int(output), session: session)
  }

  var json: JSONValue {
    ["input": .integer(Int64(input)), "output": .integer(Int64(output)), "session": session]
  }

  /// Creates the first beginning.
  init() {}
}

/// The beginning of the part of a journal that concerns the present frontend.
package nonisolated struct JournalBeginning: Equatable {
  /// The index of its record, in words; 0 for the beginning of the journal.
  var index = 0
  /// The end of that record, in words.
  var end = 0
  /// Where the frontend's input begins in the input file, in bytes.
  var input = 0
  /// Where its output begins in the output file, in bytes.
  var output = 0
  /// A digest of the first output to it; empty at the beginning of the journal.
  var digest = JournalRecord.Digest()
}

nonisolated extension JournalBeginning {
  init?(_ json: JSONValue) {
    guard let input = json["input"]?.integerValue, let output = json["output"]?.integerValue,
      let check = json["check"]?.integerValue, let count = json["count"]?.integerValue
    else { return nil }
    self.init(
      input: Int(clamping: input), output: Int(clamping: output),
      digest: JournalRecord.Digest(check: UInt64(bitPattern: check), count: Int(clamping: count)))
  }

  var json: JSONValue {
    [
      "input": .integer(Int64(input)), "output": .integer(Int64(output)),
      "check": .integer(Int64(bitPattern: digest.check)), "count": .integer(Int64(digest.count)),
    ]
  }
}

#if os(Linux) && !MAIN_QUEUE
  extension Journal {
    /// Returns the beginning of the part that concerns the present frontend.
    nonisolated func beginning() throws -> JournalBeginning {
      try beginning(at: origin() ?? JournalOrigin(), frontend: JournalState(state).frontend)
    }

    /// Returns the beginning of the part that concerns a frontend.
    ///
    /// - Parameters:
    ///   - origin: the beginning of the journal.
    ///   - frontend: the index of the record with which the frontend began, in words; 0 for the
    ///     first one in the journal.
    nonisolated func beginning(
      at origin: JournalOrigin, frontend: Int = 0
    ) throws -> JournalBeginning {
      let index = max(frontend, origin.index)
      var reader = try JournalReader(records, from: index)
      var beginning = JournalBeginning(index: index, input: origin.input, output: origin.output)
      switch reader.next() {
      // Also at the beginning of the journal, where no output to the former frontend is left.
      case .resumed(let here)?:
        beginning = here
        (beginning.index, beginning.end) = (index, reader.index)
      case _ where index > origin.index:
        throw SystemError("records", reason: "the journal is damaged: a frontend has no beginning")
      case .origin?: beginning.end = reader.index
      default: break
      }
      return beginning
    }

    /// Returns the origin of the journal; `nil` if nothing was deleted.
    nonisolated func origin() throws -> JournalOrigin? {
      let index = try JournalState(state).origin
      guard index > 0 else { return nil }
      var reader = try JournalReader(records, from: index)
      guard case .origin(var origin)? = reader.next() else {
        throw SystemError("records", reason: "the journal has no beginning")
      }
      origin.index = index
      return origin
    }

    /// Deletes what is before the origin from the files.
    nonisolated func forget(before origin: JournalOrigin) {
      records.forgetStart(upTo: origin.index * MemoryLayout<UInt64>.stride)
      input.forgetStart(upTo: origin.input)
      output.forgetStart(upTo: origin.output)
    }
  }
#endif
