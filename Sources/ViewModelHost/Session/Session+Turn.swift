import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Ends a turn: runs what is ready until nothing is, then writes one update with all changes, and the answers.
  ///
  /// While the reader is slow, changes of state are put off, so that those of several turns make one update. What
  /// cannot be merged (answers, events, seqs) goes into the queue, with the changes up to then.
  func settle() {
    turnCount += 1
    let hasSettled = loop.runReadyJobs()
    collectChanges()
    noteRunaways(hasSettled: hasSettled)
    noteWhatNobodyTells()
    if isBackedUp && canMerge && canWait { return }
    let start = output.count
    writeTurn()
    if let recorder, output.count > start {
      output.withBytes { recorder.hostSays(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }
  }

  private func writeTurn() {
    let others = takeListed()
    for instance in others where instance.isAnnounced { writeEntry(of: instance) }
    writeUpdate()
    // An instance that was created in this turn is announced by its answer, and what it changed is in there.
    for instance in others where !instance.isAnnounced { absorbChanges(of: instance) }
    write(services.takeCancellations())
    write(failures)
    failures.removeAll(keepingCapacity: true)
    write(answers)
    answers.removeAll(keepingCapacity: true)
    for instance in others where instance.hasNews { writeEntry(of: instance) }
    writeUpdate()
    services.writeCalls(to: &output)
  }

  /// Whether some outputs are looked at in each turn, instead of being followed.
  var hasUnfollowed: Bool { !listed.isEmpty && !isBackedUp }

  /// Follows all outputs, because no turn has come for a while.
  func followAll() {
    followsLate = false
    settle()
    followsLate = true
  }

  /// Whether the turn gave nothing but changes of state, which can be merged with those of later turns, and service calls
  /// of ViewModels' own, which may be withdrawn before they are sent. Those that lines set off fill the queue.
  private var canWait: Bool {
    answers.isEmpty && failures.isEmpty && phase != .ended && !services.hasComplaints
      && !(isHandlingLine && services.hasUnsentCalls) && !listed.contains(where: \.hasNews)
  }

  private func write(_ list: [Answer]) {
    for answer in list { output.write(answer) }
  }

  /// Writes down, for each instance, what its ViewModel has told.
  func collectChanges() {
    guard !changes.isEmpty else { return }
    var list = changeList
    changeList = []
    changes.take(into: &list)
    for entry in list {
      switch entry {
      case .outputs(let instance, let indices, let isForeign):
        instance.noteChanges(indices)
        noteTouch(of: instance)
        if isForeign {
          instance.noteUncertainty(of: indices, until: Process.nanoseconds() + uncertainty)
        }
        listForUpdate(instance)
      case .event(let instance, let index, .success(let value)):
        if isFull && !isHandlingLine {
          instance.droppedEvents += 1
        } else {
          instance.events.append((index, value))
        }
        listForUpdate(instance)
      case .event(let instance, let index, .failure(let error)):
        fail(instance, .outputFailed, error, of: instance.hosted.description.events[index])
      case .failure(let instance, let error): fail(instance, .workFailed, error)
      }
    }
    list.removeAll(keepingCapacity: true)
    changeList = list
  }

  /// Something has happened to an instance in this turn: an input, or a change.
  func noteTouch(of instance: Instance) {
    if instance.isTouched { return }
    instance.isTouched = true
    touched.append(instance)
  }

  /// Has outputs read again that may have changed without anybody being told: those that are not followed, and those of
  /// instances that were given something that is equal to what they had.
  private func noteWhatNobodyTells() {
    for instance in touched {
      instance.isTouched = false
      let (outputs, needFollowing) = instance.hosted.outputsAfterSilentChange()
      if outputs.isEmpty { continue }
      if needFollowing {
        lookAgain(at: outputs, of: instance)
      } else {
        lookAgain(at: outputs, ofFollowing: instance)
      }
      // Those that share the object have it in their outputs, too.
      for (_, user) in instance.users { lookAgain(at: user.instance) }
      for used in instance.used { lookAgain(at: used) }
    }
    touched.removeAll(keepingCapacity: true)
    if unfollowing.isEmpty { return }
    unfollowing.removeAll { $0.isDisposed || $0.hosted.unfollowed.isEmpty }
    for instance in unfollowing { lookAgain(at: instance.hosted.unfollowed, of: instance) }
  }

  /// Reads all outputs of an instance again in this turn, whatever was told of them.
  func lookAgain(at instance: Instance) {
    lookAgain(at: Array(instance.hosted.outputs.indices), ofFollowing: instance)
  }

  /// These outputs are followed, and go on to be; they are read again in this turn.
  private func lookAgain(at outputs: [Int], ofFollowing instance: Instance) {
    guard !outputs.isEmpty && !instance.isDisposed else { return }
    instance.noteUncertainty(of: outputs, until: 0)
    listUntold(instance)
  }

  /// Notes which outputs of an instance are to be read again in every turn, and says so once for each ViewModel.
  func noteUnfollowed(of instance: Instance) {
    guard !instance.hosted.unfollowed.isEmpty else { return }
    if !unfollowing.contains(where: { $0 === instance }) { unfollowing.append(instance) }
    if warned.isEmpty { warned.formUnion(advice.flatMap(\.outputs)) }
    for output in instance.hosted.unfollowed {
      let name = "\(instance.hosted.description.name).\(instance.hosted.outputs[output].name)"
      if instance.hosted.isWarnedOf(output) && warned.insert(name).inserted {
        warn(instance.hosted.advice(on: output))
      }
    }
  }

  /// Says that the instance belongs into the next update.
  func listForUpdate(_ instance: Instance) {
    instance.isListedUntold = false
    guard !instance.isListed && !instance.isDisposed else { return }
    instance.isListed = true
    listed.append(instance)
  }

  /// Says that it belongs there if something of it turns out to have changed.
  private func listUntold(_ instance: Instance) {
    if instance.isListed { return }
    listForUpdate(instance)
    instance.isListedUntold = true
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
    // What a disposed one had to tell was told when it was disposed.
    return instances.filter { !$0.isDisposed || !$0.isAnnounced }
  }

  /// Appends what has changed of an instance to the entries of the next update, if anything has.
  func writeEntry(of instance: Instance) {
    let unfollowed = entries.writeEntry(of: instance, in: turnCount, followsLate: followsLate) {
      fail(instance, $1, output: $0)
    }
    lookAgain(at: unfollowed, of: instance)
    noteUnfollowed(of: instance)
    if instance.isUncertain(at: Process.nanoseconds()) && !instance.isDisposed {
      listUntold(instance)
    }
  }

  /// Nobody tells when these outputs change: they are to be looked at in the next turn.
  private func lookAgain(at outputs: [Int], of instance: Instance) {
    guard !outputs.isEmpty && !instance.isDisposed else { return }
    instance.noteChanges(outputs)
    listUntold(instance)
  }

  /// Makes an update of the entries, if there are any.
  private func writeUpdate() {
    if entries.count > 0 { output.writeUpdate(of: &entries) }
  }

  /// Takes over changed outputs into what the frontend is about to be told as the state.
  func absorbChanges(of instance: Instance) {
    _ = entries.writePatch(of: instance, in: turnCount, followsLate: false) {
      fail(instance, $1, output: $0)
    }
    entries.removeAll()
  }
}
