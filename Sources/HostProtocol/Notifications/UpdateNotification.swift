import JSON

/// `viewModel/update`: what a turn has changed. It is written piece by piece, as each piece is found.
package enum UpdateNotification {
  package static let method = "viewModel/update"

  /// What an entry has beside a patch.
  package struct News {
    /// The events, by their places among those of the ViewModel.
    package var events: [(index: Int, value: JSONValue)] = []
    /// Events that there was no room for.
    package var droppedEvents = 0
    /// The seqs of inputs that have finished.
    package var done: [JSONValue] = []

    package init() {}

    /// Whether there is nothing that cannot wait; dropped events are counted when there is something.
    package var isEmpty: Bool { events.isEmpty && done.isEmpty }

    package mutating func removeAll() {
      // Most updates have neither.
      if !events.isEmpty { events.removeAll(keepingCapacity: true) }
      droppedEvents = 0
      if !done.isEmpty { done.removeAll(keepingCapacity: true) }
    }
  }
}

extension JSONWriter {
  /// Appends an update, as a line, if there are entries.
  package mutating func writeUpdate(of entries: borrowing JSONWriter) {
    guard entries.count > 0 else { return }
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[")
    entries.withBytes { writeRaw($0) }
    writeRaw("]}}\n")
  }

  /// Appends an entry, `{id, revision, patch?, events?, droppedEvents?, done?}`, with a comma after the one before,
  /// unless there is nothing in it.
  ///
  /// - Parameters:
  ///   - names: the names of the instance's events.
  ///   - writePatch: appends the operations of the patch, if there are any.
  /// - Returns: whether there is an entry.
  package mutating func writeEntry(
    id: String, revision: Int, _ news: UpdateNotification.News, events names: [String],
    _ writePatch: (inout JSONWriter) -> Void
  ) -> Bool {
    let start = count
    if start > 0 { writeByte(UInt8(ascii: ",")) }
    writeRaw("{\"id\":")
    write(string: id)
    writeRaw(",\"revision\":")
    write(integer: Int64(revision))
    let empty = count
    writeRaw(",\"patch\":[")
    let first = count
    writePatch(&self)
    if count > first { writeByte(UInt8(ascii: "]")) } else { truncate(to: empty) }
    write(news, events: names)
    if count == empty {
      truncate(to: start)
      return false
    }
    writeByte(UInt8(ascii: "}"))
    return true
  }

  private mutating func write(_ news: UpdateNotification.News, events names: [String]) {
    if !news.events.isEmpty {
      writeRaw(",\"events\":")
      write(.array(news.events.map { ["event": .string(names[$0.index]), "value": $0.value] }))
    }
    if news.droppedEvents > 0 {
      writeRaw(",\"droppedEvents\":")
      write(integer: Int64(news.droppedEvents))
    }
    if !news.done.isEmpty {
      writeRaw(",\"done\":")
      write(.array(news.done))
    }
  }
}
