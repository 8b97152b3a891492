import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

extension Session {
  /// The one way into a session: does what the cause asks for, runs until nothing is left to run, and puts what there
  /// is to tell into the outbox.
  package func perform(_ cause: Turn.Cause) {
    turn.begin(cause)
    switch cause {
    case .line(let line):
      notePipe()
      recorder?.lineBegins(line)
      receive(line)
    case .end:
      if phase == .ended { return }
      recorder?.inputEnds()
      phase = .ended
      disposeAll()
    case .room:
      outbox.isBackedUp = false
      notePipe()
    case .completion(let task):
      notePipe()
      recorder?.arrivalBegins(of: task)
    case .timer, .arrival, .quiet: notePipe()
    }
    settle()
    tell()
    if turn.isOfLine { recorder?.lineEnds() }
    // A player's input has ended by now, too, so that it can say no more.
    if phase == .ended { recorder = nil }
  }

  /// Ends the turn in the middle of its line: what there is to tell is told, and the rest of the line is another turn.
  ///
  /// - Parameter holdingArray: whether the answers that an array is made of stay together, unless one announces an
  ///   instance, about which nothing is told before.
  func cut(holdingArray: Bool) {
    settle()
    let array = holdingArray ? turn.takeArray() : []
    tell()
    turn.goOn(with: array)
  }

  /// Ends the turn in the middle of its line: what comes now is a turn that the line has only let come, of a timer or
  /// of what another thread has brought back.
  func cutOwnTurn() {
    cut(holdingArray: true)
    // One line can set off any number of turns.
    if outbox.isFull { makeRoom?() }
  }

  /// Has the recorder know how the pipe to the frontend is, when a turn begins.
  private func notePipe() {
    guard let recorder else { return }
    recorder.note(PipeRequest(isBackedUp: outbox.isBackedUp && canMerge, isFull: outbox.isFull))
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

  /// Puts what there is to tell into the outbox.
  ///
  /// While the reader is slow, changes of state are put off, so that those of several turns make one update. What
  /// cannot be merged (answers, events, seqs) goes into the outbox, with the changes up to then.
  private func tell() {
    let start = outbox.bytes.count
    if !(isPutOff && canMerge && canWait) {
      let moment = moment(canLinger: instances.pending.count <= Self.expectationLimit)
      let eventful = takeUpdates(at: moment)
      turn.takeNotices(of: services)
      writeTurn()
      tellMore(of: eventful, at: moment)
    }
    if !turn.playerAnswers.isEmpty {
      for answer in turn.playerAnswers { outbox.bytes.writeLine(answer) }
      turn.playerAnswers.removeAll()
    }
    if let recorder {
      outbox.bytes.withBytes { bytes in
        recorder.turnEnds(saying: UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
    }
  }

  /// Whether the turn gave nothing but changes of state, which can be merged with those of later turns, and service
  /// calls of ViewModels' own, which may be cancelled before they are sent. Those that lines set off fill the outbox.
  private var canWait: Bool {
    turn.canWait && phase != .ended && !services.hasRejections
      && !(turn.isOfLine && services.hasUnsentCalls)
      && !instances.pending.contains { !$0.news.isEmpty }
  }

  /// Writes down, for each instance, what its ViewModel has told.
  func collectChanges() {
    changes.take { entry in
      switch entry {
      case .outputs(let instance, let places, let isForeign):
        instance.hosted.watch.tell(places)
        if isForeign && !tellsAfterwards {
          instance.hosted.watch.doubt(places, until: Process.nanoseconds() + options.uncertainty)
        }
        touch(instance)
        instances.setPending(instance)
      case .rows(let instance, let places):
        instance.hosted.watch.doubt(places)
        touch(instance)
        instances.setPending(instance)
      case .event(let instance, let index, .success(let value)):
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

  /// Puts into the outbox what comes after the answers: calls, and what else than their state there is to tell of the
  /// instances that the answers have announced.
  private func tellMore(of eventful: [Instance], at moment: Watch.Moment) {
    if eventful.isEmpty && turn.failures.isEmpty && !services.hasUnsentCalls { return }
    for instance in eventful { takeUpdate(of: instance, at: moment) }
    turn.takeNotices(of: services)
    if services.hasUnsentCalls { turn.calls = services.takeCalls() }
    writeTurn()
  }

  private func writeTurn() {
    outbox.bytes.write(turn)
    turn.removeAll()
  }

  /// Takes from the instances what there is to tell, in the order of their creation.
  ///
  /// - Returns: those that an answer is about to announce, and that have something to tell that is no state.
  private func takeUpdates(at moment: Watch.Moment) -> [Instance] {
    let pending = instances.takePending()
    var hasNew = false
    for instance in pending where !instance.isDisposed {
      if instance.isAnnounced { takeUpdate(of: instance, at: moment) } else { hasNew = true }
    }
    var eventful: [Instance] = []
    // What changed of an instance that was created in this turn is in the answer that announces it.
    if hasNew {
      for instance in pending where !instance.isDisposed && !instance.isAnnounced {
        noteLook(at: instance, instance.hosted.acceptChanges(at: moment))
        if !instance.news.isEmpty { eventful.append(instance) }
      }
    }
    instances.takeBack(pending)
    return eventful
  }

  /// Takes what an instance has to tell, as an entry of an update of this turn.
  func takeUpdate(of instance: Instance, at moment: Watch.Moment) {
    noteLook(at: instance, instance.takeUpdate(into: &turn.updates, at: moment))
  }

  /// An instance has been looked at: what cannot be told is told as an error, and what is to be read again is known.
  private func noteLook(at instance: Instance, _ failures: [OutputFailure]) {
    for failure in failures { fail(instance, failure.error, output: failure.output) }
    if instance.hosted.isDue { instances.setPending(instance) }
    noteWhatNobodyTells(of: instance)
  }

  /// Says what the author should know, and has silent changes looked for.
  func noteWhatNobodyTells(of instance: Instance) {
    if instance.hosted.mayChangeSilently { instances.setSilent(instance) }
    if instance.hosted.hasUntoldOutputs { advice.note(instance.hosted) { warn($0) } }
  }

  /// The end of this turn.
  func moment(canLinger: Bool = false, isLast: Bool = false) -> Watch.Moment {
    Watch.Moment(
      turn: turn.number, now: tellsAfterwards ? 0 : Process.nanoseconds(),
      canExpect: hearsQuiet && !turn.isQuiet, canLinger: canLinger, isLast: isLast)
  }
}
