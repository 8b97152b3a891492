import JSON
import JSONRPC
import OperatingSystem

/// Which part of a journal's records a session has that goes on from an earlier turn.
///
/// What is left out is told by pairs of places, in words: where to leave the records, and where to go on with them. A
/// last place without a partner is where they end.
package nonisolated struct RewindPlan: Equatable {
  /// The records up to the turn.
  var kept: [Int]
  /// The records before anything was taken back: what can be had again. Their beginning is that of the others.
  var tip: [Int]
  /// How many lines stand before the request for it.
  var lines: Int
  /// The number of the turn.
  var turn: Int

  /// Where the records of the turn end.
  var end: Int { kept.last ?? 0 }
}

/// What a record has of a session that goes on from an earlier turn.
///
/// The frontend was brought to where the session is then. What did so is said once more when the session is restored.
package nonisolated struct Rewound: Equatable {
  var plan: RewindPlan
  /// The request for it, which is answered next.
  var id: RequestID
  /// How many bytes the frontend had, without what frames them, before it was brought.
  var had: Int
  /// What brought it there. The number of bytes counts from the beginning.
  var said: JournalRecord.Said
}

nonisolated extension Rewound {
  init?(_ json: JSONValue, said: Int) {
    guard let plan = json["plan"].flatMap(RewindPlan.init),
      let id = json["id"].flatMap(RequestID.init), let had = json["had"]?.integerValue,
      let check = json["check"]?.integerValue
    else { return nil }
    self.init(
      plan: plan, id: id, had: Int(clamping: had),
      said: JournalRecord.Said(
        check: UInt64(bitPattern: check), count: said, turn: plan.turn))
  }

  var json: JSONValue {
    [
      "plan": plan.json, "id": id.json, "had": .integer(Int64(had)),
      "check": .integer(Int64(bitPattern: said.check)),
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

  /// Whether a place is in a part of the records.
  static func has(_ part: [Int], _ place: Int) -> Bool {
    // Behind an even number of ends.
    part.prefix { $0 <= place }.count % 2 == 0
  }
}

#if os(Linux) && !MAIN_QUEUE
  /// The request of a worker that another one is to go on from an earlier turn, as it lies in its file.
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
