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

#if os(Linux) && !MAIN_QUEUE
  extension Journal {
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
