import HostProtocol
import JSON
import JSONRPC

extension Session {
  /// Matches responses to service calls by the calls that the frontend knows, until
  /// ``synchronize(_:answers:because:opens:)``.
  package func expectAnswers(of frontend: FrontendMirror) {
    services.expectAnswers(to: frontend.calls)
  }

  /// Synchronizes a frontend with the session, with as few lines as possible: one update with the
  /// whole states of all instances that differ, an answer to each request, and the end of each
  /// input that is no longer running. Call it between two turns.
  ///
  /// Instances that the frontend does not know are disposed, and those that are gone are closed.
  /// Calls and inputs that the frontend does not wait for run on without an answer. Service calls
  /// keep their numbers where they are the same; others of the frontend are cancelled, and those of
  /// the session are sent with the next turn.
  ///
  /// - Parameters:
  ///   - frontend: what it has when all pending output is sent.
  ///   - answers: what the session has answered before.
  ///   - reason: the reason in messages about instances and requests that are gone.
  ///   - opens: whether instances that it does not know stay, and are announced otherwise.
  /// - Returns: the ids of the instances that differ, in the order of their creation; those that
  ///   are gone come last.
  package func synchronize(
    _ frontend: FrontendMirror, answers: LateAnswers, because reason: String,
    opens: Bool = false
  ) -> [String] {
    if !opens { disposeUnknown(to: frontend) }
    let error = RPCError(.notRestored, reason)
    var ends = endSeqs(frontend, answers, error)
    var differing: [String] = []
    var entries = JSONWriter(quotingLargeIntegers: agreement.quotesLargeIntegers)
    for instance in instances.inOrder {
      let id = ExactString(instance.id)
      guard let known = frontend.instances[id] else { continue }
      let done = ends.done.removeValue(forKey: id) ?? []
      if instance.writeAll(to: &entries, after: known, done: done) { differing.append(instance.id) }
    }
    outbox.bytes.writeUpdate(of: entries, in: shownTurn)
    for number in services.adoptNumbers(of: frontend.calls) {
      write(CancelNotification(ServiceCallRequest.id(number)))
    }
    for message in answerRequests(frontend, answers, error) + ends.rejections {
      outbox.bytes.write(message)
      outbox.bytes.writeByte(UInt8(ascii: "\n"))
    }
    for id in frontend.instances.keys.map(\.text).sorted(by: <) where instances[id] == nil {
      write(ClosedNotification(id: id, reason: reason))
      differing.append(id)
    }
    return differing
  }

  /// Returns the instances that a frontend does not know, as in the result of `viewModel/create`.
  package func opened(to frontend: FrontendMirror) -> [JSONValue] {
    instances.inOrder.filter { frontend.instances[ExactString($0.id)] == nil }.map { instance in
      var writer = JSONWriter(quotingLargeIntegers: agreement.quotesLargeIntegers)
      instance.writeState(to: &writer)
      var opened = writer.withBytes { try? JSONValue(parsing: $0) }?.objectValue ?? [:]
      opened["name"] = .string(instance.hosted.description.name)
      return .object(opened)
    }
  }

  /// Replaces the frontend by another one, which has no agreement and no pending requests, and
  /// announces all instances to it. Call it between two turns.
  package func beginFrontend() {
    endRewind()
    acceptDeferredChanges()
    let empty = FrontendMirror()
    let opened = opened(to: empty)
    _ = synchronize(empty, answers: LateAnswers(for: empty), because: "", opens: true)
    outbox.bytes.removeAll()
    outbox.isBackedUp = false
    resetAgreement()
    services.answered = []
    write(ResumedNotification(turn: turn.number, opened: opened))
  }

  /// Takes the changes that wait for a slow reader as published.
  private func acceptDeferredChanges() {
    let moment = moment()
    instances.drainPending { noteRead(of: $0, $0.hosted.acceptChanges(at: moment)) }
  }

  private func write(_ notification: some HostNotification) {
    outbox.bytes.writeLine(Answer(.notification(notification)))
  }

  /// Disposes the instances that a frontend does not know, in a turn whose output is not sent.
  private func disposeUnknown(to frontend: FrontendMirror) {
    let unknown = instances.inOrder.filter { frontend.instances[ExactString($0.id)] == nil }
    if unknown.isEmpty { return }
    let start = outbox.bytes.count
    performOwnTurn { for instance in unknown.reversed() { dispose(instance) } }
    outbox.bytes.truncate(to: start)
  }

  /// - Returns: the responses to requests that the frontend waits for, and the session does not
  ///   handle any more.
  private func answerRequests(
    _ frontend: FrontendMirror, _ answers: LateAnswers, _ error: RPCError
  ) -> [JSONValue] {
    for id in instances.callIDs where frontend.requests[id] == nil {
      if let call = instances.call(id) { instances.disregard(call) }
    }
    trials.removeAll { frontend.requests[$0.id] == nil }
    var messages: [JSONValue] = []
    for (id, requests) in frontend.requests {
      let isAtWork = instances.call(id) != nil || trials.contains { $0.id == id }
      let missing = requests.count - (isAtWork ? 1 : 0)
      let known = answers.responses(to: id, last: missing)
      let unknown: JSONValue = ["jsonrpc": "2.0", "id": id.json, "error": error.json]
      messages += known + Array(repeating: unknown, count: missing - known.count)
    }
    return messages
  }

  /// - Returns: for inputs that the frontend waits for and that are no longer running: the seqs of
  ///   those that have succeeded, by the ids of their instances, and the rejections of the others.
  private func endSeqs(
    _ frontend: FrontendMirror, _ answers: LateAnswers, _ error: RPCError
  ) -> (done: [ExactString: [JSONValue]], rejections: [JSONValue]) {
    var missing = frontend.seqs
    for instance in instances.inOrder {
      for (seq, input) in instance.seqsInOrder {
        if let count = missing[seq], count > 0 {
          missing[seq] = count - 1
        } else {
          instances.disregard(input)
        }
      }
    }
    var done = drainDeferredSeqs(frontend, &missing)
    var rejections: [JSONValue] = []
    for (seq, count) in missing {
      let ends = answers.ends(of: seq, last: count)
      let id = seq.id?.stringValue.map { ExactString($0) }
      for end in ends + Array(repeating: refusal(of: seq, error), count: count - ends.count) {
        if let end {
          rejections.append(end)
        } else if let id, frontend.instances[id] != nil, instances[id.text] != nil {
          done[id, default: []].append(seq.seq)
        } else {
          rejections.append(refusal(of: seq, error))
        }
      }
    }
    return (done, rejections)
  }

  /// Removes the deferred seqs from the instances, so that the next update does not contain them
  /// again.
  ///
  /// - Returns: those that the frontend waits for, by the ids of their instances.
  private func drainDeferredSeqs(
    _ frontend: FrontendMirror, _ missing: inout [FrontendMirror.Seq: Int]
  ) -> [ExactString: [JSONValue]] {
    var done: [ExactString: [JSONValue]] = [:]
    for instance in instances.inOrder {
      let id = ExactString(instance.id)
      for seq in instance.extras.done where frontend.instances[id] != nil {
        let key = FrontendMirror.Seq(id: .string(instance.id), seq: seq)
        guard let count = missing[key], count > 0 else { continue }
        missing[key] = count - 1
        done[id, default: []].append(seq)
      }
      instance.extras.done.removeAll()
    }
    outbox.deferred = 0
    return done
  }

  private func refusal(of seq: FrontendMirror.Seq, _ error: RPCError) -> JSONValue {
    let rejected = RejectedNotification(id: seq.id, input: nil, seq: seq.seq, error)
    return [
      "jsonrpc": "2.0", "method": .string(RejectedNotification.method), "params": rejected.params,
    ]
  }
}

extension Instance {
  /// The running inputs whose `seq` the frontend waits for, in the order in which they started.
  fileprivate var seqsInOrder: [(seq: FrontendMirror.Seq, input: RunningInput)] {
    running.sorted { $0.key < $1.key }.compactMap { _, input in
      guard case .input(_, let seq?) = input.origin else { return nil }
      return (FrontendMirror.Seq(id: .string(id), seq: seq), input)
    }
  }

  /// Appends an entry of an update with the whole state, if the frontend has another one, and the
  /// ended inputs.
  ///
  /// - Returns: whether the frontend has another state.
  fileprivate func writeAll(
    to entries: inout JSONWriter, after known: KnownInstance, done: [JSONValue]
  ) -> Bool {
    var writer = JSONWriter(quotingLargeIntegers: entries.quotesLargeIntegers)
    writeState(to: &writer)
    let state = writer.withBytes { try? JSONValue(parsing: $0)["state"] } ?? [:]
    let differs = state != known.state
    let entry = entries.beginEntry(id: id, revision: Int(known.revision) + 1)
    if differs {
      let patch = JSONPatch([.replace(path: JSONPointer(), value: state)])
      for operation in patch.operations { entries.write(operation) }
    }
    entries.endPatch(of: entry)
    var extras = UpdateNotification.Extras()
    extras.done = done
    entries.write(extras, events: [])
    resume(from: Int(known.revision) + (entries.end(entry) ? 1 : 0))
    return differs
  }
}
