import JSON
import ViewModelKit

extension JSONWriter {
  /// Appends what has changed of an instance as an entry of an update, if anything has, and counts it as its next
  /// revision.
  ///
  /// - Parameters:
  ///   - turn: the number of the turn.
  ///   - followsLate: outputs that change in turn after turn need not be followed at once.
  ///   - report: is called for an output that has no JSON form.
  /// - Returns: as ``writePatch(of:in:followsLate:_:)`` does.
  mutating func writeEntry(
    of instance: Instance, in turn: Int, followsLate: Bool,
    _ report: (_ output: Int, any Error) -> Void
  ) -> [Int] {
    let start = count
    if start > 0 { writeByte(UInt8(ascii: ",")) }
    writeRaw("{\"id\":")
    write(string: instance.id)
    writeRaw(",\"revision\":")
    write(integer: Int64(instance.revision + 1))
    let empty = count
    let unfollowed = writePatch(of: instance, in: turn, followsLate: followsLate, report)
    writeEvents(of: instance)
    if instance.droppedEvents > 0 {
      writeRaw(",\"droppedEvents\":")
      write(integer: Int64(instance.droppedEvents))
      instance.droppedEvents = 0
    }
    writeDone(of: instance)
    if count == empty {
      truncate(to: start)
    } else {
      writeByte(UInt8(ascii: "}"))
      instance.revision += 1
    }
    return unfollowed
  }

  /// Appends the member `patch` for what has changed of an instance, if anything has.
  ///
  /// - Returns: the outputs that are to be looked at in the next turn, whatever it is about.
  mutating func writePatch(
    of instance: Instance, in turn: Int, followsLate: Bool,
    _ report: (_ output: Int, any Error) -> Void
  ) -> [Int] {
    let changed = instance.takeChangedOutputs()
    let uncertain = instance.uncertainOutputs.filter { !changed.contains($0) }
    if changed.isEmpty && uncertain.isEmpty { return [] }
    let start = count
    writeRaw(",\"patch\":[")
    let empty = count
    let unfollowed = instance.hosted.writeChanges(
      of: changed, to: &self, areExpected: followsLate && instance.hasChangedOften, report)
    if !uncertain.isEmpty {
      instance.hosted.writeChanges(of: uncertain, to: &self, startingAt: empty, report)
    }
    if count == empty {
      truncate(to: start)
    } else {
      writeByte(UInt8(ascii: "]"))
      instance.noteChange(in: turn)
    }
    return unfollowed
  }

  private mutating func writeEvents(of instance: Instance) {
    guard !instance.events.isEmpty else { return }
    let names = instance.hosted.description.events
    writeRaw(",\"events\":")
    write(.array(instance.events.map { ["event": .string(names[$0.index]), "value": $0.value] }))
    instance.events.removeAll()
  }

  private mutating func writeDone(of instance: Instance) {
    guard !instance.done.isEmpty else { return }
    writeRaw(",\"done\":")
    write(.array(instance.done))
    instance.done.removeAll(keepingCapacity: true)
  }

  /// Appends an update with the entries, and empties them.
  mutating func writeUpdate(of entries: inout JSONWriter) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[")
    entries.withBytes { writeRaw($0) }
    writeRaw("]}}\n")
    entries.removeAll()
  }
}
