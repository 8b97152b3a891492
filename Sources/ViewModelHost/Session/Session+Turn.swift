import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Ends a turn: runs what is ready until nothing is, then writes one update with all changes, and the answers.
  ///
  /// While the reader is slow, changes of state are put off, so that those of several turns make one update. What
  /// cannot be merged (answers, events, seqs) goes into the queue, with the changes up to then.
  func settle() {
    let hasSettled = loop.runReadyJobs()
    collectChanges()
    noteRunaways(hasSettled: hasSettled)
    if isBackedUp && mergesUpdates && canWait { return }

    let others = takeListed()
    for instance in others where instance.isAnnounced { writeEntry(of: instance) }
    writeUpdate()
    // An instance that was created in this turn is announced by its answer, and what it changed is in there.
    for instance in others where !instance.isAnnounced { absorbChanges(of: instance) }
    write(&failures)
    write(&answers)
    for instance in others where instance.hasNews {
      if instance.isAnnounced { writeEntry(of: instance) } else { listForUpdate(instance) }
    }
    writeUpdate()
  }

  /// No more lines are there for now: what has changed in the last turn is followed again.
  func endBurst() {
    guard hasMoreLines else { return }
    hasMoreLines = false
    settle()
  }

  /// Whether the turn gave nothing but changes of state, which can be merged with those of later turns.
  private var canWait: Bool {
    answers.isEmpty && failures.isEmpty && phase != .ended && !listed.contains(where: \.hasNews)
  }

  private func write(_ list: inout [Answer]) {
    for answer in list { output.write(answer) }
    list.removeAll(keepingCapacity: true)
  }

  /// Writes down, for each instance, what its ViewModel has told.
  func collectChanges() {
    guard !changes.isEmpty else { return }
    var list = changeList
    changeList = []
    changes.take(into: &list)
    for entry in list {
      switch entry {
      case .outputs(let instance, let indices):
        instance.noteChanges(indices)
        listForUpdate(instance)
      case .event(let instance, let index, .success(let value)):
        instance.events.append((index, value))
        listForUpdate(instance)
      case .event(let instance, let index, .failure(let error)):
        fail(instance, .outputFailed, error, of: instance.hosted.description.events[index])
      case .failure(let instance, let error): fail(instance, .workFailed, error)
      }
    }
    list.removeAll(keepingCapacity: true)
    changeList = list
  }

  /// Says that the instance belongs into the next update.
  func listForUpdate(_ instance: Instance) {
    guard !instance.isListed && !instance.isDisposed else { return }
    instance.isListed = true
    listed.append(instance)
  }

  /// A seq has succeeded.
  func noteDone(_ seq: JSONValue, of instance: Instance) {
    instance.done.append(seq)
    listForUpdate(instance)
  }

  private func takeListed() -> [Instance] {
    guard !listed.isEmpty else { return [] }
    var instances = listed
    listed.removeAll(keepingCapacity: true)
    if instances.count > 1 { instances.sort { $0.serial < $1.serial } }
    for instance in instances { instance.isListed = false }
    return instances
  }

  /// Appends what has changed of an instance to the entries of the next update, if anything has.
  func writeEntry(of instance: Instance) {
    let start = entries.count
    if start > 0 { entries.writeByte(UInt8(ascii: ",")) }
    entries.writeRaw("{\"id\":")
    entries.write(string: instance.id)
    entries.writeRaw(",\"revision\":")
    entries.write(integer: Int64(instance.revision + 1))
    let empty = entries.count
    writePatch(of: instance)
    writeEvents(of: instance)
    if !instance.done.isEmpty {
      entries.writeRaw(",\"done\":")
      entries.write(.array(instance.done))
      instance.done.removeAll(keepingCapacity: true)
    }
    if entries.count == empty {
      entries.truncate(to: start)
    } else {
      entries.writeByte(UInt8(ascii: "}"))
      instance.revision += 1
    }
  }

  private func writePatch(of instance: Instance) {
    let changed = instance.takeChangedOutputs()
    if changed.isEmpty { return }
    let start = entries.count
    entries.writeRaw(",\"patch\":[")
    let empty = entries.count
    let unfollowed = instance.hosted.writeChanges(
      of: changed, to: &entries, hasMoreTurns: hasMoreLines
    ) { fail(instance, $1, output: $0) }
    if entries.count > empty {
      entries.writeByte(UInt8(ascii: "]"))
    } else {
      entries.truncate(to: start)
    }
    if !unfollowed.isEmpty && !instance.isDisposed {
      instance.noteChanges(unfollowed)
      listForUpdate(instance)
    }
  }

  private func writeEvents(of instance: Instance) {
    guard !instance.events.isEmpty else { return }
    let names = instance.hosted.description.events
    entries.writeRaw(",\"events\":")
    entries.write(
      .array(instance.events.map { ["event": .string(names[$0.index]), "value": $0.value] }))
    instance.events.removeAll()
  }

  /// Makes an update of the entries, if there are any.
  private func writeUpdate() {
    guard entries.count > 0 else { return }
    output.writeRaw(
      "{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[")
    entries.withBytes { output.writeRaw($0) }
    output.writeRaw("]}}\n")
    entries.removeAll()
  }

  /// Takes over changed outputs into what the frontend is about to be told as the state.
  private func absorbChanges(of instance: Instance) {
    let start = entries.count
    writePatch(of: instance)
    entries.truncate(to: start)
  }
}
