import JSON

/// Reading what may have changed, when a turn ends: ``Watch`` says what that is.
extension HostedViewModel {
  /// Reads what may have changed, and appends the operations of a patch, with commas between them, that lead from what
  /// the frontend knows to what is now.
  ///
  /// - Returns: the outputs that have no JSON form, of which the frontend still knows what it did.
  package func writeChanges(
    to writer: inout JSONWriter, at moment: Watch.Moment
  ) -> [OutputFailure] {
    let start = writer.count
    return look(at: moment) { output in
      let operation = writer.count
      if operation > start { writer.writeByte(UInt8(ascii: ",")) }
      var isChanged = false
      defer { if !isChanged { writer.truncate(to: operation) } }
      isChanged = try output.writeNews(to: &writer)
      return isChanged
    }
  }

  /// Reads what may have changed, and takes it as what the frontend is about to be told as the state.
  ///
  /// - Returns: the outputs that have no JSON form.
  package func acceptChanges(at moment: Watch.Moment) -> [OutputFailure] {
    look(at: moment) { output in
      output.news = .none
      try output.commit()
      return true
    }
  }

  /// - Parameter take: takes in what was read of an output, and tells whether it has changed.
  private func look(
    at moment: Watch.Moment, _ take: (OutputState) throws -> Bool
  ) -> [OutputFailure] {
    var survivors = OutputSet()
    if moment.canLinger {
      for follow in follows where follow.isAlive { survivors.formUnion(follow.places) }
    }
    let look = watch.look(at: moment, survivors: survivors)
    var failures: [OutputFailure] = []
    if look.isEmpty { return failures }
    if !look.followed.isEmpty { follow(look.followed) }
    if !look.read.isEmpty {
      if !look.expected.isEmpty { endFollows(of: look.expected) }
      for follow in follows { follow.set() }
      read(look.read)
      readRows(of: look.read)
    }
    var changed = OutputSet()
    for index in look.followed.union(look.read).places(of: outputs.count) {
      withOutput(index) { output in
        do {
          if try take(output) { changed.insert(index) }
          if output.failure != nil { output.failure = nil }
        } catch {
          // What nobody has told of may fail as it did before, and that was reported then.
          if look.told.contains(index) || !output.isReported(error) {
            failures.append((index, error))
          }
          output.failure = sentence(for: error)
        }
        output.takeEnding(at: index, &failures)
      }
    }
    if !changed.isEmpty {
      separate(look.followed.union(look.expected).union(look.lingering).subtracting(changed))
    }
    let same = watch.found(changed, of: look, at: moment)
    if !same.isEmpty {
      follow(same)
      // Another thread may have changed them just before they were followed. The errors have been reported.
      for index in same.places(of: outputs.count) { _ = try? take(outputs[index]) }
    }
    return failures
  }

  /// These outputs have other sources than those that have changed: no change should evaluate what it does not concern.
  private func separate(_ same: OutputSet) {
    for index in same.places(of: min(outputs.count, OutputSet.firstShared)) {
      outputs[index].isFollowedAlone = true
    }
  }

  /// Reads the outputs, and has the observer told of the next change: all together, but for those that have once stayed
  /// the same when others changed.
  func follow(_ outputs: OutputSet) {
    endFollows(of: outputs)
    // To read what is not plain may take longer than to follow it, so it is not read again for the sake of others.
    var (alone, plain) = (OutputSet(), OutputSet())
    let count = self.outputs.count
    for index in outputs.places(of: count) {
      let output = self.outputs[index]
      if output.isFollowedAlone {
        alone.insert(index)
      } else if output.isPlain {
        plain.insert(index)
      }
    }
    if !plain.isEmpty { followTogether(plain) }
    let others = outputs.subtracting(alone).subtracting(plain)
    if !others.isEmpty { followTogether(others) }
    for index in alone.places(of: count) { followTogether(OutputSet(index)) }
  }

  /// Reads the outputs, and has the observer told, once, when something has changed that was read.
  func followTogether(_ outputs: OutputSet) {
    guard let observer else { return }
    var areAllPlain = true
    for index in outputs.places(of: self.outputs.count) where !self.outputs[index].isPlain {
      areAllPlain = false
    }
    let follow = Follow(outputs, observer, survives: areAllPlain)
    follow.follow { read(outputs) }
    if follow.isAlive { follows.append(follow) }
    readRows(of: outputs)
  }

  /// Has everything read again when the turn ends, whatever was told; of lists of objects that have more values than
  /// the limit the list alone.
  package func readAgain(upTo limit: Int) {
    for output in outputs where !output.isLarger(than: limit) { output.followedRows?.doubtRows() }
    watch.doubt(OutputSet(outputs.indices))
  }

  /// Reads outputs again of which a change may not have been told, and that the end of the turn would not read: those
  /// that can hide a change.
  ///
  /// Numbers and truth values cannot, and what they are computed from may take long. They are read only with others:
  /// now if one of those is to be read anyway, as it may hide another change than the one that was told; and at the end
  /// of the turn if one of those has changed.
  ///
  /// - Parameter limit: outputs of more values are left out; `nil` if all outputs are to be read.
  /// - Returns: the outputs that have changed, of which there is something to tell then; and whether none that can hide a
  ///   change was left out.
  package func findSilentChanges(upTo limit: Int?) -> (changed: OutputSet, isComplete: Bool) {
    let due = watch.due
    var (hiding, others) = (OutputSet(), OutputSet())
    var isComplete = true
    for (index, output) in outputs.enumerated() where output.isObserved {
      let canHide = limit == nil || output.mayChangeSilently
      if let limit, output.isLarger(than: limit) {
        if canHide { isComplete = false }
      } else if canHide {
        hiding.insert(index)
        if limit == nil || output.hasSilentObjects { output.followedRows?.doubtRows() }
      } else {
        others.insert(index)
      }
    }
    let told = due.subtracting(watch.untoldOutputs)
    if !told.intersection(hiding).isEmpty { hiding.formUnion(others) }
    let unread = hiding.subtracting(due)
    if unread.isEmpty { return (unread, isComplete) }
    read(unread)
    readRows(of: unread)
    let changed = OutputSet(
      unread.places(of: outputs.count).filter { outputs[$0].discardUnchanged() })
    if !changed.isEmpty { watch.renew(description.allOutputs) }
    return (changed, isComplete)
  }

  /// Ends what follows none but these outputs.
  private func endFollows(of outputs: OutputSet) {
    if follows.isEmpty { return }
    follows.removeAll { follow in
      guard follow.places.subtracting(outputs).isEmpty else { return false }
      follow.end()
      return true
    }
  }

  /// Reads what is followed by itself in those outputs.
  private func readRows(of outputs: OutputSet) {
    if lists.isEmpty || hasEnded { return }
    for index in outputs.intersection(lists).places(of: self.outputs.count) {
      readOutput(index) { $0.readRows() }
    }
  }

  func read(_ outputs: OutputSet) {
    // There is nothing to read any more after the end.
    if hasEnded { return }
    whole?.registerObservationAccess()
    for index in outputs.places(of: self.outputs.count) {
      readOutput(index) { $0.read() }
    }
  }

  /// Reads an output, and takes note of what it then knows of its changes.
  @inline(__always)
  private func readOutput(_ index: Int, _ read: (OutputState) -> Void) {
    withOutput(index) { output in
      let wasFollowed = output.isFollowed
      read(output)
      if output.isFollowed != wasFollowed { noteUntold() }
      if output.hasSilentObjects { hasSilentSetters = true }
    }
  }

  /// Does something with an output without counting a reference to it: the list holds it meanwhile.
  @inline(__always)
  private func withOutput(_ index: Int, _ body: (OutputState) -> Void) {
    Unmanaged.passUnretained(outputs[index])._withUnsafeGuaranteedRef(body)
  }
}
