import JSON
import OperatingSystem

/// Where a journal begins that has forgotten what was before: a moment at which the session had no instances.
package nonisolated struct JournalOrigin {
  /// Where its record stands, in words; 0 for the beginning of all.
  var index = 0
  /// How many bytes the frontend had sent.
  var input = 0
  /// How many bytes it was sent.
  var output = 0
  /// What there was of the session: see `Session.remainder`.
  var session: JSONValue = [:]

  init(input: Int, output: Int, session: JSONValue) {
    (self.input, self.output, self.session) = (input, output, session)
  }

  /// - Returns: `nil` when it is none.
  init?(_ json: JSONValue) {
    guard let input = json["input"]?.integerValue, let output = json["output"]?.integerValue,
      let session = json["session"]
    else { return nil }
    self.init(input: Int(input), output: Int(output), session: session)
  }

  var json: JSONValue {
    ["input": .integer(Int64(input)), "output": .integer(Int64(output)), "session": session]
  }

  /// The beginning of all.
  init() {}
}

/// Where the part of a journal begins that the present frontend has to do with.
package nonisolated struct JournalBeginning: Equatable {
  /// Where its record stands, in words; 0 for the beginning of all.
  var index = 0
  /// Where that ends.
  var end = 0
  /// Where what the frontend sends begins in the input, in bytes.
  var input = 0
  /// Where what it is sent begins in the output, in bytes.
  var output = 0
  /// What it is told first. Where the journal begins with it that is nothing.
  var said = JournalRecord.Said()
}

nonisolated extension JournalBeginning {
  init?(_ json: JSONValue) {
    guard let input = json["input"]?.integerValue, let output = json["output"]?.integerValue,
      let check = json["check"]?.integerValue, let count = json["count"]?.integerValue
    else { return nil }
    self.init(
      input: Int(clamping: input), output: Int(clamping: output),
      said: JournalRecord.Said(check: UInt64(bitPattern: check), count: Int(clamping: count)))
  }

  var json: JSONValue {
    [
      "input": .integer(Int64(input)), "output": .integer(Int64(output)),
      "check": .integer(Int64(bitPattern: said.check)), "count": .integer(Int64(said.count)),
    ]
  }
}

#if os(Linux) && !MAIN_QUEUE
  extension Journal {
    /// Where the part begins of the frontend that there is.
    nonisolated func beginning() throws -> JournalBeginning {
      let origin = try origin() ?? JournalOrigin()
      let index = max(try JournalState(state).frontend, origin.index)
      var reader = try JournalReader(records, from: index)
      var beginning = JournalBeginning(index: index, input: origin.input, output: origin.output)
      switch reader.next() {
      // Also at the beginning of all, where the one before has said nothing that is left.
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

    /// Where it begins.
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

    /// Forgets what stands before its origin.
    nonisolated func forget(before origin: JournalOrigin) {
      records.forgetStart(upTo: origin.index * MemoryLayout<UInt64>.stride)
      input.forgetStart(upTo: origin.input)
      output.forgetStart(upTo: origin.output)
    }
  }
#endif
