import JSON

/// `viewModel/update`: the changes of a turn. It is written piece by piece.
package enum UpdateNotification {
  package static let method = "viewModel/update"

  package static var schema: NotificationSchema {
    NotificationSchema(
      "What a turn has changed.",
      params: .sent([
        "updates": .list(
          of: .sent(
            ["id": .instanceID, "revision": .integer(atLeast: 1)],
            optional: [
              "patch": .list(of: .operation, isNeverEmpty: true),
              "events": .list(of: .sent(["event": .text, "value": .any]), isNeverEmpty: true),
              "droppedEvents": .integer(atLeast: 1),
              "done": .list(of: .sequence, isNeverEmpty: true),
            ]
          ).with("minProperties", 3),
          isNeverEmpty: true)
      ]).including([:], optional: ["turn": .count]))
  }

  /// The contents of an entry beside its patch.
  package struct Extras {
    /// The events, by their indices in the ViewModel's interface.
    package var events: [(index: Int, value: JSONValue)] = []
    /// The number of events that there was no room for.
    package var droppedEvents = 0
    /// The seqs of inputs that have finished.
    package var done: [JSONValue] = []

    package init() {}

    /// Whether no member has to be written.
    @inlinable package var isNothing: Bool { events.isEmpty && done.isEmpty && droppedEvents == 0 }

    /// Whether it has neither events nor seqs. Dropped events are reported with the next of these.
    package var isEmpty: Bool { events.isEmpty && done.isEmpty }

    /// Whether it can be merged with later ones.
    package var canWait: Bool { events.isEmpty }

    package mutating func removeAll() {
      // Most updates have neither.
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      droppedEvents = 0
      if !done.isEmpty { done.removeAll(keepingCapacity: true) }
    }
  }

  /// An entry that is being written: offsets of its parts.
  package struct Entry {
    fileprivate let start: Int
    /// The end of an empty entry, before its brace.
    fileprivate let empty: Int
    /// The start of the first operation of the patch.
    fileprivate let first: Int
  }
}

extension JSONWriter {
  /// Appends an update, as a line, if there are entries.
  ///
  /// - Parameter turn: the number of the turn, if the frontend wants it.
  package mutating func writeUpdate(of entries: borrowing JSONWriter, in turn: Int? = nil) {
    guard entries.count > 0 else { return }
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[")
    entries.withBytes { writeRaw($0) }
    if let turn {
      writeRaw("],\"turn\":")
      write(integer: Int64(turn))
      writeRaw("}}\n")
    } else {
      writeRaw("]}}\n")
    }
  }

  /// Begins an entry, `{id, revision, patch?, events?, droppedEvents?, done?}`, with a comma after
  /// the one before. The operations of its patch follow, if any, with commas between them.
  package mutating func beginEntry(id: String, revision: Int) -> UpdateNotification.Entry {
    let start = count
    if start > 0 { writeByte(UInt8(ascii: ",")) }
    writeRaw("{\"id\":")
    write(string: id)
    writeRaw(",\"revision\":")
    write(integer: Int64(revision))
    let empty = count
    writeRaw(",\"patch\":[")
    return UpdateNotification.Entry(start: start, empty: empty, first: count)
  }

  package mutating func endPatch(of entry: UpdateNotification.Entry) {
    if count > entry.first { writeByte(UInt8(ascii: "]")) } else { truncate(to: entry.empty) }
  }

  /// Ends an entry, or removes it if it is empty.
  ///
  /// - Returns: whether it is not empty.
  package mutating func end(_ entry: UpdateNotification.Entry) -> Bool {
    if count == entry.empty {
      truncate(to: entry.start)
      return false
    }
    writeByte(UInt8(ascii: "}"))
    return true
  }

  /// Appends the contents of an entry beside its patch, after that.
  ///
  /// - Parameter names: the names of the instance's events.
  package mutating func write(_ extras: UpdateNotification.Extras, events names: [String]) {
    if !extras.events.isEmpty {
      writeRaw(",\"events\":")
      write(.array(extras.events.map { ["event": .string(names[$0.index]), "value": $0.value] }))
    }
    if extras.droppedEvents > 0 {
      writeRaw(",\"droppedEvents\":")
      write(integer: Int64(extras.droppedEvents))
    }
    if !extras.done.isEmpty {
      writeRaw(",\"done\":")
      write(.array(extras.done))
    }
  }
}
