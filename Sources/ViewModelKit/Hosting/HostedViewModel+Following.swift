import JSON

// To follow a property with Observation costs twenty times as much as to read it, and is what a turn would mostly
// consist of. So outputs that change together are followed together, and those that change in turn after turn are not
// followed at all for as long, but read again in each.
extension HostedViewModel {
  /// Reads the outputs at those places, and appends the operations of a patch, with commas between them, that lead
  /// from what the frontend knows to what is now. From then on the observer is told, once, when one of them may have
  /// changed.
  ///
  /// - Parameters:
  ///   - areExpected: changes are expected in the next turn, too. Then what has changed now is not followed.
  ///   - report: is called for an output that has no JSON form; the frontend still knows what it did.
  /// - Returns: the outputs that are not followed, which are to be asked for again in the next turn.
  package func writeChanges(
    of indices: [Int], to writer: inout JSONWriter, areExpected: Bool,
    _ report: (_ output: Int, any Error) -> Void
  ) -> [Int] {
    let start = writer.count
    if areExpected { read(indices) } else { follow(indices) }
    let same = write(indices, to: &writer, from: start, report)
    if same.count < indices.count {
      // They have other sources than those that have changed: no change should evaluate what it does not concern.
      for index in same { outputs[index].isFollowedAlone = true }
    }
    guard areExpected else { return [] }
    if same.isEmpty { return indices }
    follow(same)
    // Another thread may have changed them just before they were followed. The errors have been reported.
    _ = write(same, to: &writer, from: start) { _, _ in }
    return indices.filter { !same.contains($0) }
  }

  /// Reads outputs again that are followed already, and appends the operations for what has changed all the same.
  ///
  /// - Parameter start: where the operations of the patch begin; those that are there already need a comma after them.
  package func writeChanges(
    of indices: [Int], to writer: inout JSONWriter, startingAt start: Int,
    _ report: (_ output: Int, any Error) -> Void
  ) {
    read(indices)
    _ = write(indices, to: &writer, from: start, report)
  }

  /// Reads the outputs at those places, and has the observer told of the next change: all together, but for those that
  /// have once stayed the same when others changed.
  private func follow(_ indices: [Int]) {
    guard indices.contains(where: { outputs[$0].isFollowedAlone }) else {
      return followTogether(indices) { read(indices) }
    }
    let group = indices.filter { !outputs[$0].isFollowedAlone }
    followTogether(group) { read(group) }
    for index in indices where outputs[index].isFollowedAlone {
      followTogether([index]) { read([index]) }
    }
  }

  /// Reads outputs for the first time.
  func begin(_ indices: [Int]) {
    followTogether(indices) { read(indices) }
  }

  /// Has the observer told of the outputs at those places when something changes that was read in `body`.
  private func followTogether(_ indices: [Int], _ body: () -> Void) {
    withTracking(body) { [observer] in
      observer?.outputsDidChange(at: indices)
    }
  }

  private func read(_ indices: [Int]) {
    // There is nothing to read any more after the end.
    if observer == nil { return }
    whole?.registerObservationAccess()
    for index in indices {
      let output = outputs[index]
      let wasFollowed = output.isFollowed
      output.read()
      if output.isFollowed != wasFollowed { noteUnfollowed() }
    }
  }

  /// - Returns: the outputs that have not changed.
  private func write(
    _ indices: [Int], to writer: inout JSONWriter, from start: Int,
    _ report: (_ output: Int, any Error) -> Void
  ) -> [Int] {
    var same: [Int] = []
    for index in indices {
      let operation = writer.count
      if operation > start { writer.writeByte(UInt8(ascii: ",")) }
      do {
        if try outputs[index].writeNews(to: &writer) { continue }
      } catch {
        report(index, error)
      }
      writer.truncate(to: operation)
      same.append(index)
    }
    return same
  }
}
