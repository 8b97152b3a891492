import Hosting
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem

extension Session {
  /// The one way into a session: does what the cause asks for, runs until nothing is left to run, and puts what there
  /// is to publish into the outbox. A line may take several turns.
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
    case .restarted(let restart): goOn(after: restart)
    case .tried(let outcome): answerTrial(outcome)
    case .handedOver(let handOver): goOn(after: handOver)
    case .end: end()
    case .room, .completion, .timer, .arrival, .steps, .quiet: break
    }
    finishTurn()
    while turn.rest != nil {
      // One line can set off any number of turns.
      if outbox.isFull { outbox.makeRoom?() }
      handleRest()
      finishTurn()
    }
    turnLog?.ends(turn: turn.number, isStep: turn.isStep)
    // What a player of transcripts has sent has ended by now, too, so that it can say no more.
    if phase == .ended { turnLog = nil }
    if !trials.isEmpty { runTrials() }
  }

  /// Does something as a turn that nothing has set off.
  func performOwnTurn(_ body: () -> Void) {
    turn.begin(.arrival)
    body()
    finishTurn()
  }

  @inline(never)
  private func goOn(after handOver: Turn.HandOver) {
    if let complaint = handOver.complaint { log(.error, complaint) }
    guard let (id, result) = handOver.response else { return }
    turn.answer(.response(id, result))
    endRewind()
  }

  @inline(never)
  private func goOn(after restart: Turn.Restart) {
    if agreement.wantsRestarts { enqueue(restart.notification) }
    if let (id, reason) = restart.closed, let instance = instances[id] {
      dispose(instance, because: reason)
    }
  }

  /// Runs what is left to run, and publishes what there is; what is left of the cause is another turn.
  private func finishTurn() {
    settle()
    if turn.rest == nil { return publish() }
    turn.holdBatch()
    publish()
    turn.goOn()
  }

  /// Runs what is ready until nothing is.
  private func settle() {
    runReadyJobs()
    collectChanges()
    noteRunaways()
    findSilentChanges()
  }

  /// Runs the ViewModels' work until there is none, or it has no end.
  func runReadyJobs() {
    if !loop.runReadyJobs() { turn.hasSettled = false }
  }

  /// Writes down, for each instance, what its ViewModel has notified.
  func collectChanges() {
    changes.take { entry in
      switch entry {
      case .outputs(let instance, let places, let isForeign):
        instance.hosted.watch.markChanged(places)
        if isForeign && !reportsAfterChange {
          instance.hosted.watch.markStale(
            places, until: Process.nanoseconds() + options.uncertainty)
        }
        touch(instance)
        instances.setPending(instance)
      case .rows(let instance, let places):
        instance.hosted.watch.markStale(places)
        touch(instance)
        instances.setPending(instance)
      case .event(let instance, let index, .success(let value)):
        if sentValues != nil { checkSentValue(ofEvent: index, of: instance, value) }
        if dropsEvents && !turn.isOfLine {
          instance.news.droppedEvents += 1
        } else {
          instance.news.events.append((index, value))
        }
        instances.setPending(instance)
      case .event(let instance, let index, .failure(let error)):
        fail(instance, .outputFailed, error, of: instance.hosted.description.events[index])
      case .failure(let instance, let error): fail(instance, .workFailed, error)
      }
    }
  }

  // MARK: Publishing

  /// Puts what there is to publish into the outbox.
  ///
  /// While the reader is slow, changes of state and seqs are put off, so that those of several turns make one update.
  /// What cannot be merged (answers, events) goes into the outbox, with the changes up to then.
  private func publish() {
    let start = outbox.bytes.count
    if defersUpdates && canMerge && canWait {
      if !instances.pending.isEmpty { turn.isStep = true }
    } else {
      outbox.deferred = 0
      let moment = moment(canLinger: instances.pending.count <= Self.expectationLimit)
      let eventful = takeUpdates(at: moment)
      let hasUpdate = turn.updates.count > 0
      if hasUpdate { turn.isStep = true }
      turn.takeNotices(of: services)
      writeTurn()
      publishAfterAnswers(eventful, at: moment)
      if hasUpdate {
        outbox.hasUpdate = true
        if turn.isOfLine { rest() }
      }
    }
    if !turn.playerAnswers.isEmpty {
      for answer in turn.playerAnswers { outbox.bytes.writeLine(answer) }
      turn.playerAnswers.removeAll()
    }
    if let turnLog {
      outbox.bytes.withBytes { bytes in
        turnLog.turnEnds(saying: UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
    }
  }

  /// Whether the turn gave nothing but changes of state and seqs, which can be merged with those of later turns, and
  /// service calls of ViewModels' own, which may be cancelled before they are sent. Those that lines set off fill the
  /// outbox.
  private var canWait: Bool {
    turn.canWait && phase != .ended && !services.hasRejections
      && !(turn.isOfLine && services.hasUnsentCalls)
      && !instances.pending.contains { !$0.news.canWait }
  }

  /// Takes from the instances what there is to publish, in the order of their creation.
  ///
  /// - Returns: those that an answer is about to announce, and that have something to publish that is no state.
  private func takeUpdates(at moment: Watch.TurnEnd) -> [Instance] {
    var eventful: [Instance] = []
    instances.drainPending { instance in
      if instance.isAnnounced { return takeUpdate(of: instance, at: moment) }
      // What changed of an instance that was created in this turn is in the answer that announces it.
      noteLook(at: instance, instance.hosted.acceptChanges(at: moment))
      if !instance.news.isEmpty { eventful.append(instance) }
    }
    return eventful
  }

  /// Puts into the outbox what comes after the answers: calls, and what else than their state there is to publish of
  /// the instances that the answers have announced.
  private func publishAfterAnswers(_ eventful: [Instance], at moment: Watch.TurnEnd) {
    if eventful.isEmpty && turn.failures.isEmpty && !services.hasUnsentCalls { return }
    for instance in eventful { takeUpdate(of: instance, at: moment) }
    turn.takeNotices(of: services)
    if services.hasUnsentCalls { turn.calls = services.takeCalls() }
    writeTurn()
  }

  private func writeTurn() {
    turn.move(to: &outbox.bytes, as: shownTurn, limit: options.lineLimit)
    instances.announceNew()
  }

  /// Takes what an instance has to publish, as an entry of an update of this turn.
  func takeUpdate(of instance: Instance, at moment: Watch.TurnEnd) {
    noteLook(at: instance, instance.takeUpdate(into: &turn.updates, at: moment))
  }

  /// An instance has been read: what cannot be published is an error, what is to be read again is known, and so is
  /// what its author should know.
  func noteLook(at instance: Instance, _ failures: [OutputFailure]) {
    fail(instance, failures)
    if sentValues != nil { checkSentValues(of: instance) }
    if instance.hosted.isDue { instances.setPending(instance) }
    if instance.hosted.mayChangeSilently { instances.setSilent(instance) }
    if instance.hosted.hasUntrackableOutputs {
      for sentence in advice.takeNew(on: instance.hosted) { advise(sentence) }
    }
  }

  /// The end of this turn.
  func moment(canLinger: Bool = false, isLast: Bool = false) -> Watch.TurnEnd {
    Watch.TurnEnd(
      turn: turn.number, now: reportsAfterChange ? 0 : Process.nanoseconds(),
      canPoll: supportsQuiet && !turn.isQuiet, canDelayTracking: canLinger, isLast: isLast)
  }
}

/// Errors inside a ViewModel that no output carries and no input answers for. The instance lives on.
extension Session {
  /// Tells of an error with `viewModel/failed`: before the answers of the turn, or after the one that creates the
  /// instance.
  ///
  /// - Parameter name: the output or event that it is about, if it is about one.
  func fail(
    _ instance: Instance, _ code: RPCError.Code, _ error: any Error, of name: String? = nil
  ) {
    let sentence = sentence(for: error)
    fail(instance, RPCError(code, name.map { "\($0): \(sentence)" } ?? sentence))
  }

  /// Tells of the outputs that have no JSON form.
  func fail(_ instance: Instance, _ failures: [OutputFailure]) {
    for failure in failures {
      fail(instance, .outputFailed, failure.error, of: instance.hosted.outputs[failure.output].name)
    }
  }

  /// Tells, once, of the instances that have changed in a turn that was cut off.
  func noteRunaways() {
    if turn.hasSettled { return instances.clearRunaways() }
    let busy = instances.pending.filter { $0.hosted.watch.hasChanges || !$0.news.isEmpty }
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
