import JSON

/// Writes the result of `viewModel/create` and `viewModel/snapshot`, `{id, revision, state}`, piece
/// by piece.
extension JSONWriter {
  /// Begins the state of an instance; its outputs follow.
  ///
  /// - Parameter revision: the number of the instance's updates.
  package mutating func beginState(id: String, revision: Int) {
    writeRaw("{\"id\":")
    write(string: id)
    writeRaw(",\"revision\":")
    write(integer: Int64(revision))
    writeRaw(",\"state\":{")
  }

  /// Appends an output to a state.
  package mutating func writeOutput(_ name: String, _ value: JSONValue, isFirst: Bool) {
    if !isFirst { writeByte(UInt8(ascii: ",")) }
    write(string: name)
    writeByte(UInt8(ascii: ":"))
    write(value)
  }

  package mutating func endState() { writeRaw("}}") }
}
