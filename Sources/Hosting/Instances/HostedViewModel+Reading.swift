import JSON

/// Reads changed outputs at the end of a turn, as ``Watch`` plans it.
extension HostedViewModel {
  /// Reads outputs that may have changed. Appends the operations of a patch, separated by commas,
  /// from the frontend's state to the current one.
  ///
  /// - Returns: the outputs that cannot be encoded; the frontend keeps their last values.
  package func writeChanges(
    to writer: inout JSONWriter, at moment: Watch.TurnEnd
  ) -> [OutputFailure] {
    let start = writer.count
    return readChanges(at: moment) { output in
      let operation = writer.count
      if operation > start { writer.writeByte(UInt8(ascii: ",")) }
      var isChanged = false
      defer { if !isChanged { writer.truncate(to: operation) } }
      isChanged = try output.writePatch(to: &writer)
      return isChanged
    }
  }

  /// Reads outputs that may have changed, for a message that contains the whole state.
  ///
  /// - Returns: the outputs that cannot be encoded.
  package func acceptChanges(at moment: Watch.TurnEnd) -> [OutputFailure] {
    readChanges(at: moment) { output in
      output.membershipChange = .none
      try output.commit()
      return true
    }
  }

  /// - Parameter take: accepts the new value of an output, and returns whether it has changed.
  private func readChanges(
    at moment: Watch.TurnEnd, _ take: (OutputState) throws -> Bool
  ) -> [OutputFailure] {
    var stillTracked = OutputSet()
    if moment.canDelayTracking {
      for tracking in trackings where tracking.isAlive { stillTracked.formUnion(tracking.outputs) }
    }
    let plan = watch.planReads(at: moment, stillTracked: stillTracked)
    var failures: [OutputFailure] = []
    if plan.isEmpty { return failures }
    if !plan.tracked.isEmpty { track(plan.tracked) }
    if !plan.read.isEmpty {
      if !plan.polled.isEmpty { endTrackings(of: plan.polled) }
      for tracking in trackings { tracking.rearm() }
      read(plan.read)
      readRows(of: plan.read)
    }
    var changed = OutputSet()
    for index in plan.tracked.union(plan.read).indices(upTo: outputs.count) {
      withOutput(index) { output in
        do {
          if try take(output) { changed.insert(index) }
          if output.failure != nil { output.failure = nil }
        } catch {
          // Polling repeats an error that was reported before.
          if plan.changed.contains(index) || !output.isReported(error) {
            failures.append((index, error))
          }
          output.failure = sentence(for: error)
        }
        output.appendEnding(at: index, &failures)
      }
    }
    if !changed.isEmpty {
      separate(plan.tracked.union(plan.polled).union(plan.outdated).subtracting(changed))
    }
    let same = watch.record(changed: changed, for: plan, at: moment)
    if !same.isEmpty {
      track(same)
      // Another thread may have changed them just before the tracking. Errors were reported above.
      for index in same.indices(upTo: outputs.count) { _ = try? take(outputs[index]) }
    }
    return failures
  }

  /// Tracks these outputs separately from now on: a change of others should not evaluate them.
  private func separate(_ same: OutputSet) {
    for index in same.indices(upTo: min(outputs.count, OutputSet.firstShared)) {
      outputs[index].isTrackedAlone = true
    }
  }

  /// Reads the outputs and tracks them again: together, except for those that once stayed the same
  /// when others changed.
  func track(_ outputs: OutputSet) {
    endTrackings(of: outputs)
    // Reading an output that is not plain may take longer than tracking it, so others do not cause
    // it.
    var (alone, plain) = (OutputSet(), OutputSet())
    let count = self.outputs.count
    for index in outputs.indices(upTo: count) {
      let output = self.outputs[index]
      if output.isTrackedAlone {
        alone.insert(index)
      } else if output.isPlain {
        plain.insert(index)
      }
    }
    if !plain.isEmpty { trackTogether(plain) }
    let others = outputs.subtracting(alone).subtracting(plain)
    if !others.isEmpty { trackTogether(others) }
    for index in alone.indices(upTo: count) { trackTogether(OutputSet(index)) }
  }

  /// Reads the outputs, and reports the first change of anything that they read.
  func trackTogether(_ outputs: OutputSet) {
    guard let observer else { return }
    var areAllPlain = true
    for index in outputs.indices(upTo: self.outputs.count) where !self.outputs[index].isPlain {
      areAllPlain = false
    }
    let tracking = OutputTracking(outputs, observer, isPersistent: areAllPlain)
    tracking.track { read(outputs) }
    if tracking.isAlive { trackings.append(tracking) }
    readRows(of: outputs)
  }

  /// Reads all outputs again at the end of the turn. Lists of objects with more values than the
  /// limit only compare their objects.
  package func readAgain(upTo limit: Int) {
    for output in outputs where !output.isLarger(than: limit) {
      output.trackedRows?.markRowsStale()
    }
    watch.markStale(OutputSet(outputs.indices))
  }

  /// Reads outputs now that may hide an unreported change, and that the end of the turn would not
  /// read.
  ///
  /// Numbers and Booleans cannot hide a change, and computing them may take long. They are read
  /// together with the others: now if one of those is read because of a reported change, as it may
  /// hide another one; and at the end of the turn if one of those has changed.
  ///
  /// - Parameter limit: skips outputs with more values; `nil` reads all outputs.
  /// - Returns: the outputs that have changed; and whether no output was skipped that can hide a
  ///   change.
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
        if limit == nil || output.hasSilentObjects { output.trackedRows?.markRowsStale() }
      } else {
        others.insert(index)
      }
    }
    let reported = due.subtracting(watch.untrackableOutputs)
    if !reported.intersection(hiding).isEmpty { hiding.formUnion(others) }
    let unread = hiding.subtracting(due)
    if unread.isEmpty { return (unread, isComplete) }
    read(unread)
    readRows(of: unread)
    let changed = OutputSet(
      unread.indices(upTo: outputs.count).filter { outputs[$0].discardUnchanged() })
    if !changed.isEmpty { watch.markOutdated(description.allOutputs) }
    return (changed, isComplete)
  }

  /// Ends the trackings of these outputs alone.
  private func endTrackings(of outputs: OutputSet) {
    if trackings.isEmpty { return }
    trackings.removeAll { tracking in
      guard tracking.outputs.subtracting(outputs).isEmpty else { return false }
      tracking.end()
      return true
    }
  }

  /// Reads the rows that are tracked separately.
  private func readRows(of outputs: OutputSet) {
    if lists.isEmpty || hasEnded { return }
    for index in outputs.intersection(lists).indices(upTo: self.outputs.count) {
      readOutput(index) { $0.readRows() }
    }
  }

  func read(_ outputs: OutputSet) {
    // After the end there is no ViewModel to read.
    if hasEnded { return }
    whole?.registerObservationAccess()
    for index in outputs.indices(upTo: self.outputs.count) {
      readOutput(index) { $0.read() }
    }
  }

  /// Reads an output, and updates what is known about its tracking.
  @inline(__always)
  private func readOutput(_ index: Int, _ read: (OutputState) -> Void) {
    withOutput(index) { output in
      let wasTracked = output.isTracked
      read(output)
      if output.isTracked != wasTracked { updateUntrackable() }
      if output.hasSilentObjects { hasSilentSetters = true }
    }
  }

  /// Calls a function with an output without retaining it: the array retains it.
  @inline(__always)
  private func withOutput(_ index: Int, _ body: (OutputState) -> Void) {
    Unmanaged.passUnretained(outputs[index])._withUnsafeGuaranteedRef(body)
  }
}
