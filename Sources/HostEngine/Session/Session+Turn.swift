import Hosting
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem

extension Session {
  /// Handles a cause, runs all work that it makes ready, and puts what is to be published into the
  /// outbox. All that happens in a session happens in here. A line may take several turns.
  package func perform(_ cause: Turn.Cause) {
    if case .end = cause, phase == .ended { return }
    turn.begin(cause)
    if case .room = cause {
      outbox.isBackedUp = false
      outbox.restsUntil = nil
    }
    turnLog?.begins(cause, pipe: pipe)
    switch cause {
    case .line(let line): receive(line)
    case .lost(let line, let error): refuse(line, error)
    case .restarted(let restart): didRestart(restart)
    case .tried(let outcome): answerTrial(outcome)
    case .handedOver(let handOver): didHandOver(handOver)
    case .end: end()
    case .room, .completion, .timer, .arrival, .steps, .quiet: break
    }
    finishTurn()
    while turn.rest != nil {
      // One line can start any number of turns.
      if outbox.isFull { outbox.makeRoom?() }
      handleRest()
      finishTurn()
    }
    turnLog?.ends(turn: turn.number, isStep: turn.isStep)
    // By now the requests of a transcript's player have ended as well, so no turn follows.
    if phase == .ended { turnLog = nil }
    if !trials.isEmpty { runTrials() }
  }

  /// Runs work as a turn of its own, without a cause.
  func performOwnTurn(_ body: () -> Void) {
    turn.begin(.arrival)
    body()
    finishTurn()
  }

  @inline(never)
  private func didHandOver(_ handOver: Turn.HandOver) {
    if let complaint = handOver.complaint { log(.error, complaint) }
    guard let (id, result) = handOver.response else { return }
    turn.answer(.response(id, result))
    endRewind()
  }

  @inline(never)
  private func didRestart(_ restart: Turn.Restart) {
    if agreement.wantsRestarts { enqueue(restart.notification) }
    if let (id, reason) = restart.closed, let instance = instances[id] {
      dispose(instance, because: reason)
    }
  }

  /// Runs ready work, and publishes. If the cause is not done, another turn follows.
  private func finishTurn() {
    settle()
    if turn.rest == nil { return publish() }
    turn.holdBatch()
    publish()
    turn.continueLine()
  }

  /// Runs all ready work, and collects changes.
  private func settle() {
    runReadyJobs()
    collectChanges()
    noteRunaways()
    findSilentChanges()
  }

  /// Runs the ViewModels' ready jobs until none is left, or the limit of jobs is reached.
  func runReadyJobs() {
    if !loop.runReadyJobs() { turn.hasSettled = false }
  }

  /// Moves the notifications of the ViewModels from ``changes`` to their instances.
  func collectChanges() {
    changes.drain { entry in
      switch entry {
      case .outputs(let instance, let indices, let isForeign):
        instance.hosted.watch.markChanged(indices)
        if isForeign && !reportsAfterChange {
          instance.hosted.watch.markStale(
            indices, until: Process.nanoseconds() + options.uncertainty)
        }
        markActive(instance)
        instances.setPending(instance)
      case .rows(let instance, let indices):
        instance.hosted.watch.markStale(indices)
        markActive(instance)
        instances.setPending(instance)
      case .event(let instance, let index, .success(let value)):
        if sentValues != nil { checkSentValue(ofEvent: index, of: instance, value) }
        if dropsEvents && !turn.isFromFrontend {
          instance.extras.droppedEvents += 1
        } else {
          instance.extras.events.append((index, value))
        }
        instances.setPending(instance)
      case .event(let instance, let index, .failure(let error)):
        fail(instance, .outputFailed, error, of: instance.hosted.description.events[index])
      case .failure(let instance, let error): fail(instance, .workFailed, error)
      }
    }
  }

  // MARK: Publishing

  /// Puts what is to be published into the outbox.
  ///
  /// While the reader is slow, changes of state and seqs are deferred, so that those of several
  /// turns make one update. Answers and events cannot be merged: they go into the outbox, with the
  /// changes up to then.
  private func publish() {
    let start = outbox.bytes.count
    if defersUpdates && canMerge && canWait {
      if !instances.pending.isEmpty { turn.isStep = true }
    } else {
      outbox.deferred = 0
      let moment = moment(canLinger: instances.pending.count <= Self.expectationLimit)
      let eventful = writeUpdates(at: moment)
      let hasUpdate = turn.updates.count > 0
      if hasUpdate { turn.isStep = true }
      turn.collectNotices(from: services)
      writeTurn()
      publishAfterAnswers(eventful, at: moment)
      if hasUpdate {
        outbox.hasUpdate = true
        if turn.isFromFrontend { rest() }
      }
    }
    if !turn.playerAnswers.isEmpty {
      for answer in turn.playerAnswers { outbox.bytes.writeLine(answer) }
      turn.playerAnswers.removeAll()
    }
    if let turnLog {
      outbox.bytes.withBytes { bytes in
        turnLog.turnEnds(sending: UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
    }
  }

  /// Whether the turn has only changes of state and seqs, which can be merged with those of later
  /// turns, and service calls that ViewModels made on their own, which may be cancelled before they
  /// are sent. Service calls that a line has caused are sent at once, and count against the
  /// outbox's limit.
  private var canWait: Bool {
    turn.canWait && phase != .ended && !services.hasRejections
      && !(turn.isFromFrontend && services.hasUnsentCalls)
      && !instances.pending.contains { !$0.extras.canWait }
  }

  /// Writes what the instances have to publish into the update, in the order of their creation.
  ///
  /// - Returns: the instances that an answer of this turn announces, and that have events or seqs
  ///   to publish.
  private func writeUpdates(at moment: Watch.TurnEnd) -> [Instance] {
    var eventful: [Instance] = []
    instances.drainPending { instance in
      if instance.isAnnounced { return writeUpdate(of: instance, at: moment) }
      // The answer that announces an instance has all changes since its creation.
      noteRead(of: instance, instance.hosted.acceptChanges(at: moment))
      if !instance.extras.isEmpty { eventful.append(instance) }
    }
    return eventful
  }

  /// Puts into the outbox what comes after the answers: service calls, and the events and seqs of
  /// the instances that the answers have announced.
  private func publishAfterAnswers(_ eventful: [Instance], at moment: Watch.TurnEnd) {
    if eventful.isEmpty && turn.failures.isEmpty && !services.hasUnsentCalls { return }
    for instance in eventful { writeUpdate(of: instance, at: moment) }
    turn.collectNotices(from: services)
    if services.hasUnsentCalls { turn.calls = services.drainCalls() }
    writeTurn()
  }

  private func writeTurn() {
    turn.move(to: &outbox.bytes, as: shownTurn, limit: options.lineLimit)
    instances.announceNew()
  }

  /// Appends an entry with the changes of an instance to the update of this turn.
  func writeUpdate(of instance: Instance, at moment: Watch.TurnEnd) {
    noteRead(of: instance, instance.writeUpdate(into: &turn.updates, at: moment))
  }

  /// Handles the outcome of reading an instance: reports outputs that failed, schedules the next
  /// read, and warns its author.
  func noteRead(of instance: Instance, _ failures: [OutputFailure]) {
    fail(instance, failures)
    if sentValues != nil { checkSentValues(of: instance) }
    if instance.hosted.isDue { instances.setPending(instance) }
    if instance.hosted.mayChangeSilently { instances.setSilent(instance) }
    if instance.hosted.hasUntrackableOutputs {
      for sentence in advice.newWarnings(on: instance.hosted) { advise(sentence) }
    }
  }

  /// Returns what reading outputs at the end of this turn depends on.
  func moment(canLinger: Bool = false, isLast: Bool = false) -> Watch.TurnEnd {
    Watch.TurnEnd(
      turn: turn.number, now: reportsAfterChange ? 0 : Process.nanoseconds(),
      canPoll: supportsQuiet && !turn.isQuiet, canDelayTracking: canLinger, isLast: isLast)
  }
}

/// Reports errors inside a ViewModel that no output carries and no input answers for. The instance
/// stays alive.
extension Session {
  /// Reports an error with `viewModel/failed`: before the answers of the turn, or after the one
  /// that creates the instance.
  ///
  /// - Parameter name: the output or event that failed, if it was one.
  func fail(
    _ instance: Instance, _ code: RPCError.Code, _ error: any Error, of name: String? = nil
  ) {
    let sentence = sentence(for: error)
    fail(instance, RPCError(code, name.map { "\($0): \(sentence)" } ?? sentence))
  }

  /// Reports outputs that have no JSON form.
  func fail(_ instance: Instance, _ failures: [OutputFailure]) {
    for failure in failures {
      fail(instance, .outputFailed, failure.error, of: instance.hosted.outputs[failure.output].name)
    }
  }

  /// Reports instances that have changed in a turn that was cut off, once until a turn settles.
  func noteRunaways() {
    if turn.hasSettled { return instances.clearRunaways() }
    let busy = instances.pending.filter { $0.hosted.watch.hasChanges || !$0.extras.isEmpty }
    if busy.isEmpty {
      advise(
        "a turn was cut off: some ViewModel sets off new work without end",
        isNew: advice.isNew("turns"))
    }
    for instance in busy where instances.setRunaway(instance) {
      fail(
        instance,
        RPCError(.unsettled, "The turn was cut off: the ViewModel sets off new work without end"))
    }
  }

  private func fail(_ instance: Instance, _ error: RPCError) {
    guard !instance.isDisposed else { return }
    turn.failures.append((instance, FailedNotification(id: instance.id, error)))
  }
}
