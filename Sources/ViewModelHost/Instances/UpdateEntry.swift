import JSON

extension JSONWriter {
  /// Appends an entry of an update, `{id, revision, patch?, events?, droppedEvents?, done?}`, unless there is nothing in it.
  ///
  /// - Parameters:
  ///   - names: the names of the instance's events.
  ///   - writePatch: appends the operations of the patch, if there are any.
  /// - Returns: whether there is an entry.
  mutating func writeEntry(
    id: String, revision: Int, _ news: News, events names: [String],
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

  private mutating func write(_ news: News, events names: [String]) {
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
