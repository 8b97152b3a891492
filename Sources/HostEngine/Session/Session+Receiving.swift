import HostProtocol
@_spi(Host) import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Handles the messages of one line.
  func receive(_ line: Frame) {
    switch line {
    case .complete(let bytes):
      if phase == .running, MemberIndex.readMember(bytes, after: Self.inputHead, { input($0) }) {
        return
      }
      read(bytes) { handle($0) }
    case .tooLong:
      answerUnreadable(
        RPCError(.lineTooLong, "A line is longer than the limit of \(options.lineLimit) bytes"))
    case .malformed(let reason): answerUnreadable(RPCError(.parseError, "Parse error: \(reason)"))
    }
  }

  /// How most frontends begin an input, which is most of what they send: its params need no index of the message.
  private static let inputHead: StaticString =
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":"#

  private func read(_ bytes: UnsafeRawBufferPointer, _ body: (IndexedValue) -> Void) {
    MemberIndex.read(bytes, goingInto: Message.indexedKey) { text in
      switch text {
      case .success(let text): body(text)
      case .failure(let error):
        answerUnreadable(RPCError(.parseError, "Parse error: \(error)"))
      }
    }
  }

  /// The answers of a batch are one line, which has to be held.
  private static let batchLimit = 100_000

  private func answerUnreadable(_ error: RPCError) {
    turn.answers.append(.response(Reply(id: .null, batch: nil), .failure(error)))
  }

  private func handle(_ text: IndexedValue) {
    guard let messages = text.elements else { return handle(Message(text)) }
    if messages.isEmpty { return handle(.emptyBatch) }
    guard messages.count <= Self.batchLimit else {
      return answerUnreadable(
        RPCError(
          .invalidRequest,
          "Invalid request: the batch has more than \(Self.batchLimit) messages"))
    }
    turn.beginBatch()
    for (index, message) in messages.enumerated() {
      handle(Message(message))
      if let rest = turn.rest {
        // They outlive the line that they stand in.
        let left = messages[(rest.repeatsMessage ? index : index + 1)...]
        turn.rest?.messages = left.map { Array($0.source.bytes) }[...]
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
    for (index, message) in zip(rest.messages.indices, rest.messages) {
      message.withUnsafeBytes { read($0) { handle(Message($0)) } }
      if let more = turn.rest {
        turn.rest?.messages = rest.messages[(more.repeatsMessage ? index : index + 1)...]
        return
      }
      runReadyJobs()
    }
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

  /// Answers a request, or refuses it.
  private func request(_ id: RequestID, _ name: JSONText, _ params: IndexedValue?) {
    do throws(RPCError) {
      guard let method = RequestMethod.named[name.bytes], offers(method) else {
        try checkPhase()
        let names = RequestMethod.all.filter(offers).map(\.name)
        let question = SimilarNames.question(for: name.string, among: names)
        throw RPCError(.methodNotFound, "There is no method \(name.string)\(question)")
      }
      if let begin = method.begin { try begin(self) } else { try begin() }
      switch try method.handle(self, try Params(params), reply(to: id)) {
      // The array may be another one by now.
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

  private func offers(_ method: RequestMethod) -> Bool {
    !method.isOfPlayer || loop.virtualTime != nil
  }

  private func notification(_ name: JSONText, _ params: IndexedValue?) {
    switch name {
    case InputNotification.method: input(params)
    case CancelNotification.method: cancelRequest(params)
    case ExitNotification.method: exit()
    default:
      let names = [
        InputNotification.method.description, CancelNotification.method,
        ExitNotification.method.description,
      ]
      let question = SimilarNames.question(for: name.string, among: names)
      log(.warning, "Ignored the unknown notification \(name.string)\(question)")
    }
  }
}
