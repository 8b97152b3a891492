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
      try output.accept()
      return true
    }
  }

  /// - Parameter take: takes in what was read of an output, and tells whether it has changed.
  private func look(
    at moment: Watch.Moment, _ take: (OutputState) throws -> Bool
  ) -> [OutputFailure] {
    let look = watch.look(at: moment)
    var failures: [OutputFailure] = []
    if look.isEmpty { return failures }
    if !look.followed.isEmpty { follow(look.followed) }
    if !look.read.isEmpty {
      read(look.read)
      readRows(of: look.read)
    }
    var changed = OutputSet()
    for index in look.followed.union(look.read) {
      let output = outputs[index]
      do {
        if try take(output) { changed.insert(index) }
        output.failure = nil
      } catch {
        // What nobody has told of may fail as it did before, and that was reported then.
        let sentence = sentence(for: error)
        if look.told.contains(index) || output.failure != sentence {
          failures.append((index, error))
        }
        output.failure = sentence
      }
    }
    if !changed.isEmpty { separate(look.followed.union(look.expected).subtracting(changed)) }
    let same = watch.found(changed, of: look, at: moment)
    if !same.isEmpty {
      follow(same)
      // Another thread may have changed them just before they were followed. The errors have been reported.
      for index in same { _ = try? take(outputs[index]) }
    }
    return failures
  }

  /// These outputs have other sources than those that have changed: no change should evaluate what it does not concern.
  private func separate(_ same: OutputSet) {
    for index in same { outputs[index].isFollowedAlone = true }
  }

  /// Reads the outputs, and has the observer told of the next change: all together, but for those that have once stayed
  /// the same when others changed.
  func follow(_ outputs: OutputSet) {
    var group = outputs
    for index in outputs where self.outputs[index].isFollowedAlone {
      group.subtract(OutputSet(CollectionOfOne(index)))
    }
    if !group.isEmpty { followTogether(group) }
    if group == outputs { return }
    for index in outputs.subtracting(group) { followTogether(OutputSet(CollectionOfOne(index))) }
  }

  /// Reads the outputs, and has the observer told, once, when something has changed that was read.
  func followTogether(_ outputs: OutputSet) {
    withTracking {
      read(outputs)
    } didChange: { [observer] in
      observer?.outputsDidChange(at: outputs)
    }
    readRows(of: outputs)
  }

  /// Has everything read again, whatever was told.
  package func readAgain() {
    for output in outputs { output.doubtRows() }
    watch.doubt(OutputSet(outputs.indices))
  }

  /// Reads what is followed by itself in those outputs.
  private func readRows(of outputs: OutputSet) {
    if observer == nil { return }
    for index in outputs where self.outputs[index].hasRows {
      let output = self.outputs[index]
      let wasFollowed = output.isFollowed
      output.readRows()
      if output.isFollowed != wasFollowed { noteUntold() }
      if output.holdsObjects { hasHeldObjects = true }
    }
  }

  private func read(_ outputs: OutputSet) {
    // There is nothing to read any more after the end.
    if observer == nil { return }
    whole?.registerObservationAccess()
    for index in outputs {
      let output = self.outputs[index]
      let wasFollowed = output.isFollowed
      output.read()
      if output.isFollowed != wasFollowed { noteUntold() }
      if output.holdsObjects { hasHeldObjects = true }
    }
  }
}
