import JSON
import JSONRPC
import OperatingSystem

/// The part of a journal's records that belongs to a session that was rewound.
///
/// Pairs of indices, in words, say what to skip: where to leave the records, and where to continue.
/// A last index without a partner is the end.
package nonisolated struct RewindPlan: Equatable {
  /// The records up to the turn.
  var kept: [Int]
  /// The records before any rewind, which redo can restore. They begin like `kept`.
  var tip: [Int]
  /// How many lines come before the request to rewind.
  var lines: Int
  var turn: Int

  /// The end of the records of the turn, in words.
  var end: Int { kept.last ?? 0 }
}

/// The record of a rewind.
///
/// The frontend was synchronized with the session then. A restored session repeats the lines of
/// that.
package nonisolated struct Rewound: Equatable {
  var plan: RewindPlan
  /// The request to rewind, which is answered next.
  var id: RequestID
  /// The size of the output that the frontend had before, in bytes without framing.
  var countBefore: Int
  /// The digest of the synchronization. Its byte count is that of all output so far.
  var digest: JournalRecord.Digest
}

nonisolated extension Rewound {
  init?(_ json: JSONValue, count: Int) {
    guard let plan = json["plan"].flatMap(RewindPlan.init),
      let id = json["id"].flatMap(RequestID.init), let countBefore = json["had"]?.integerValue,
      let check = json["check"]?.integerValue
    else { return nil }
    self.init(
      plan: plan, id: id, countBefore: Int(clamping: countBefore),
      digest: JournalRecord.Digest(
        check: UInt64(bitPattern: check), count: count, turn: plan.turn))
  }

  var json: JSONValue {
    [
      "plan": plan.json, "id": id.json, "had": .integer(Int64(countBefore)),
      "check": .integer(Int64(bitPattern: digest.check)),
    ]
  }
}

nonisolated extension RewindPlan {
  package init?(_ json: JSONValue) {
    guard let lines = json["lines"]?.integerValue, let turn = json["turn"]?.integerValue else {
      return nil
    }
    kept = json.list("kept").compactMap { $0.integerValue.map { Int(clamping: $0) } }
    tip = json.list("tip").compactMap { $0.integerValue.map { Int(clamping: $0) } }
    (self.lines, self.turn) = (Int(clamping: lines), Int(clamping: turn))
  }

  package var json: JSONValue {
    [
      "kept": .array(kept.map { .integer(Int64($0)) }),
      "tip": .array(tip.map { .integer(Int64($0)) }),
      "lines": .integer(Int64(lines)), "turn": .integer(Int64(turn)),
    ]
  }

  /// Whether an index is in a part of the records.
  static func part(_ part: [Int], contains index: Int) -> Bool {
    // It is behind an even number of ends.
    part.prefix { $0 <= index }.count % 2 == 0
  }
}

#if os(Linux) && !MAIN_QUEUE
  /// A worker's request that another worker rewinds the session, as stored in its file.
  nonisolated struct RewindRequestFile {
    let id: RequestID
    let plan: RewindPlan

    init(id: RequestID, plan: JSONValue) throws {
      self.id = id
      guard let plan = RewindPlan(plan) else { throw SystemError("request", reason: "no plan") }
      self.plan = plan
    }

    init(readingFrom journal: Journal) throws {
      let bytes = try journal.request.bytes(from: 0, to: Int(journal.request.size ?? 0))
      let json = try bytes.withUnsafeBytes { try JSONValue(parsing: $0) }
      try self.init(
        id: json["id"].flatMap(RequestID.init) ?? .null, plan: json["plan"] ?? .null)
    }

    func write(to journal: Journal) throws(SystemError) {
      var writer = JSONWriter()
      writer.write(["id": id.json, "plan": plan.json])
      journal.request.cut(to: 0)
      try writer.withBytes { bytes throws(SystemError) in try journal.request.write(bytes, at: 0) }
    }
  }
#endif
