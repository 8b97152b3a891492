import HostProtocol
@_spi(Host) import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Handles the messages of one line.
  func receive(_ line: Frame) {
    switch line {
    case .complete(let bytes):
      switch PlainLine(bytes) {
      case .input(let input)?: if receive(input) { return }
      case .create(let id, let request)? where phase != .ended:
        return answer(id) { () throws(RPCError) in
          try begin()
          return try create(request)
        }
      case .dispose(let id, let request)? where phase != .ended:
        return answer(id) { () throws(RPCError) in
          try begin()
          return try dispose(request)
        }
      case .message(let message)?: return handle(message)
      default: break
      }
      do throws(JSONParseError) {
        handle(Payload(try JSONValue(parsing: bytes)))
      } catch {
        answerUnreadable(RPCError(.parseError, "Parse error: \(error)"))
      }
    case .tooLong:
      answerUnreadable(
        RPCError(.lineTooLong, "A line is longer than the limit of \(options.lineLimit) bytes"))
    case .malformed(let reason): answerUnreadable(RPCError(.parseError, "Parse error: \(reason)"))
    }
  }

  /// Handles an input by the shortest way.
  ///
  /// - Returns: whether it could. If not, nothing has happened, and the long way finds out what is wrong.
  private func receive(_ line: borrowing InputLine) -> Bool {
    guard phase == .running, let instance = instances[line.id] else { return false }
    return receive(line, for: instance)
  }

  // Not inlined, so that no references to what belongs to the instance are counted.
  @inline(never)
  private func receive(_ line: borrowing InputLine, for instance: Instance) -> Bool {
    guard let input = instance.hosted.input(named: line.input) else { return false }
    do throws(RPCError) {
      try start(input, of: instance, line.arguments, .input(input, seq: line.seq))
    } catch {
      reject(input, of: instance, line.seq, error)
    }
    return true
  }

  /// The answers of a batch are one line, which has to be held.
  private static let batchLimit = 100_000

  private func answerUnreadable(_ error: RPCError) {
    turn.answers.append(.response(Reply(id: .null, batch: nil), .failure(error)))
  }

  private func handle(_ payload: Payload) {
    switch payload {
    case .single(let message): handle(message)
    case .batch(let messages) where messages.count > Self.batchLimit:
      answerUnreadable(
        RPCError(
          .invalidRequest,
          "Invalid request: the batch has more than \(Self.batchLimit) messages"))
    case .batch(let messages):
      turn.beginBatch()
      handle(messages[...])
    }
  }

  /// Handles the messages of an array, up to one that ends the turn.
  private func handle(_ messages: ArraySlice<Message>) {
    for (index, message) in zip(messages.indices, messages) {
      handle(message)
      if let rest = turn.rest {
        turn.rest?.messages = messages[(rest.repeatsMessage ? index : index + 1)...]
        return
      }
      runReadyJobs()
    }
  }

  /// Handles what a turn has left of its line.
  func handleRest() {
    guard let rest = turn.rest.take() else { return }
    if let requested = rest.requested {
      if requested.next() { return turn.rest = rest }
      answerPlayer(requested.id, requested.result())
      if turn.batch != nil { runReadyJobs() }
    }
    handle(rest.messages)
  }

  private func handle(_ message: Message) {
    if phase == .ended { return refuse(message) }
    switch message {
    case .notification(let method, let params): notification(method, params)
    case .request(let id, let method, let params): request(id, method, params)
    case .invalid(let id, let error): turn.answers.append(.response(reply(to: id), .failure(error)))
    case .response(let id, let result): services.take(id, result)
    case .invalidResponse(let id, let error): services.take(id, invalid: error)
    }
  }

  /// Refuses what follows `exit` in a batch: no request and no seq is left waiting.
  private func refuse(_ message: Message) {
    let error = RPCError(.shutDown, "The host is ending")
    switch message {
    case .request(let id, _, _): turn.answers.append(.response(reply(to: id), .failure(error)))
    case .invalid(let id, let error): turn.answers.append(.response(reply(to: id), .failure(error)))
    case .notification(InputNotification.method, let params):
      enqueue(RejectedNotification(params, error))
    case .notification, .response, .invalidResponse: break
    }
  }

  /// Where the answer to a request goes that is given now.
  private func reply(to id: RequestID) -> Reply { Reply(id: id, batch: turn.batch) }

  private func request(_ id: RequestID, _ name: String, _ params: JSONValue?) {
    answer(id) { () throws(RPCError) in
      guard let method = RequestMethod.named[name], method.isOffered(self) else {
        try checkPhase()
        let names = RequestMethod.all.filter { $0.isOffered(self) }.map(\.name)
        throw RPCError(
          .methodNotFound,
          "There is no method \(name)\(SimilarNames.question(for: name, among: names))")
      }
      try method.begin(self)
      return try method.handle(self, try Params(params), reply(to: id))
    }
  }

  /// Answers a request, or refuses it.
  @inline(__always)
  private func answer(
    _ id: RequestID, _ handle: () throws(RPCError) -> RequestMethod.Outcome
  ) {
    do throws(RPCError) {
      switch try handle() {
      case .result(let value): turn.answers.append(.response(reply(to: id), .success(value)))
      case .snapshot(let instance): turn.answers.append(.snapshot(reply(to: id), instance))
      case .settled(let value): turn.answers.append(.settled(reply(to: id), value))
      case .played(let value): answerPlayer(id, value)
      case .turns(let next, let result):
        turn.rest = Turn.Rest(requested: Turn.RequestedTurns(next: next, id: id, result: result))
      case .later: break
      }
    } catch {
      turn.answers.append(.response(reply(to: id), .failure(error)))
    }
  }

  /// Answers a request of a transcript's player; for that nothing has to be sent that could wait.
  private func answerPlayer(_ id: RequestID, _ value: JSONValue) {
    let response = Answer.response(reply(to: id), .success(value))
    if turn.batch == nil {
      turn.playerAnswers.append(response)
    } else {
      turn.answers.append(response)
    }
  }

  private func notification(_ name: String, _ params: JSONValue?) {
    guard let method = NotificationMethod.named[name] else {
      let question = SimilarNames.question(for: name, among: NotificationMethod.all.map(\.name))
      log(.warning, "Ignored the unknown notification \(name)\(question)")
      return
    }
    method.handle(self, params)
  }
}
