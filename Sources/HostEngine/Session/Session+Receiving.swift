import Contracts
import HostProtocol
@_spi(Host) import JSON
import JSONRPC

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
      turn.refuse(
        .null,
        RPCError(.lineTooLong, "A line is longer than the limit of \(options.lineLimit) bytes"))
    case .malformed(let reason): turn.refuse(.null, RPCError(.parseError, "Parse error: \(reason)"))
    }
  }

  /// The usual start of an input message. Inputs are most of the traffic; behind this prefix their
  /// params can be read without an index of the message.
  private static let inputHead: StaticString =
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":"#

  private func read(_ bytes: UnsafeRawBufferPointer, _ body: (IndexedValue) -> Void) {
    MemberIndex.read(bytes, goingInto: Message.indexedKey) { text, offsetOfMarks in
      switch (text, offsetOfMarks) {
      case (.success(let text), nil): body(text)
      case (.success(let text), let offset?):
        refuse(
          text,
          RPCError(
            .invalidRequest,
            """
            Invalid request: expected at most \(String.markLimit) combining marks in a row in a string, found more at \
            byte \(offset)
            """), atExit: exit)
      case (.failure(let error), _):
        turn.refuse(
          .null,
          RPCError(.parseError, "Parse error: \(error.reason) at byte \(error.offset)"))
      }
    }
  }

  /// The most messages in a batch: its responses are held in memory until they can be written as
  /// one line.
  package nonisolated static let batchLimit = 5_000

  private static let tooMany = RPCError(
    .invalidRequest, "Invalid request: the batch has more than \(batchLimit) messages")

  private func handle(_ text: IndexedValue) {
    guard let messages = text.elements else { return handle(Message(text)) }
    if messages.isEmpty { return handle(.emptyBatch) }
    guard messages.count <= Self.batchLimit else { return turn.refuse(.null, Self.tooMany) }
    turn.beginArray()
    for (index, message) in messages.enumerated() {
      handle(Message(message))
      if let rest = turn.rest {
        // The messages are needed after the bytes of the line are gone.
        let left = messages[(rest.repeatsMessage ? index : index + 1)...]
        turn.rest?.messages = left.map { Array($0.source.bytes) }[...]
        return
      }
      runReadyJobs()
    }
  }

  /// Handles the part of its line that the last turn has left.
  func handleRest() {
    guard let rest = turn.rest.take() else { return }
    if let requested = rest.requested {
      if requested.next() {
        turn.count()
        return turn.rest = rest
      }
      requested.end()
      if turn.isArray {
        turn.count()
        runReadyJobs()
      }
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
    if phase == .ended { return refuse(message, RPCError(.shutDown, "The host is ending")) }
    switch message {
    case .notification(let method, let params): notification(method, params)
    case .request(let id, let method, let params): request(id, method, params)
    case .invalid(let id, let error): turn.refuse(id, error)
    case .response(let id, let result): services.handleResponse(id, result)
    case .invalidResponse(let id, let error): services.handleResponse(id, invalid: error)
    }
  }

  /// Refuses all messages of a line that crashed the previous process. An `exit` in it ends the
  /// conversation without disposing instances.
  @inline(never)
  func refuse(_ line: Frame, _ error: RPCError) {
    guard case .complete(let bytes) = line else { return receive(line) }
    read(bytes) { refuse($0, error, atExit: abandon) }
  }

  private func refuse(_ text: IndexedValue, _ error: RPCError, atExit: () -> Void) {
    guard let messages = text.elements else { return refuse(Message(text), error, atExit: atExit) }
    guard messages.count <= Self.batchLimit else { return turn.refuse(.null, Self.tooMany) }
    turn.beginArray()
    for message in messages { refuse(Message(message), error, atExit: atExit) }
  }

  private func refuse(_ message: Message, _ error: RPCError, atExit: () -> Void) {
    switch message {
    case .response(let id, _): services.handleResponse(id, invalid: error)
    case .notification(ExitNotification.method, _): atExit()
    default: refuse(message, error)
    }
  }

  /// Refuses a message, so that no request and no `seq` stays without an answer.
  private func refuse(_ message: Message, _ error: RPCError) {
    switch message {
    case .request(let id, _, _): turn.refuse(id, error)
    case .invalid(let id, let error): turn.refuse(id, error)
    case .notification(InputNotification.method, let params):
      enqueue(RejectedNotification(params, error))
    case .notification, .response, .invalidResponse: break
    }
  }

  /// Handles a request: answers it, refuses it, or leaves the answer for later.
  private func request(_ id: RequestID, _ name: JSONText, _ params: IndexedValue?) {
    do throws(RPCError) {
      let known = RequestMethod.named[name.bytes]
      guard let method = known, offers(method) else {
        try checkPhase()
        if known != nil {
          throw RPCError(.methodNotFound, "\(name.string) \(Self.needsVirtualClock)")
        }
        if Self.notifications.contains(name.string) {
          let hint = InputNotification.method ~= name ? "; \(CallRequest.method) is answered" : ""
          throw RPCError(.methodNotFound, "\(name.string) is a notification, and has no id\(hint)")
        }
        let names = RequestMethod.all.filter(offers).map(\.name)
        let question = SimilarNames.question(for: name.string, among: names)
        throw RPCError(
          .methodNotFound, "There is no method \(SimilarNames.shown(name.string))\(question)")
      }
      try method.begin(self)
      switch try method.handle(self, try Params(params), id) {
      case .result(let value): turn.answer(.response(id, .success(value)))
      case .snapshot(let instance): turn.answer(.snapshot(id, instance))
      case .settled(let value): turn.answer(.settled(id, value))
      case .turns(let next, let result):
        turn.rest = Turn.Rest(requested: (next, { [self] in answerPlayer(id, result()) }))
      case .played(let value): answerPlayer(id, value)
      case .later: break
      }
    } catch {
      turn.refuse(id, error)
    }
  }

  /// Handles a transcript player's request that was sent as a notification, without an answer.
  private func play(_ method: RequestMethod, _ params: IndexedValue?) {
    do throws(RPCError) {
      guard case .turns(let next, _) = try method.handle(self, try Params(params), .null)
      else { return }
      turn.rest = Turn.Rest(requested: (next, {}))
    } catch {
      enqueue(LogNotification(.error, "\(method.name): \(error.message)"))
    }
  }

  /// Answers a request of a transcript's player. The answer does not force out updates that are
  /// deferred.
  private func answerPlayer(_ id: RequestID, _ value: JSONValue) {
    let response = Answer.Content.response(id, .success(value))
    if !turn.isArray {
      turn.playerAnswers.append(Answer(response))
    } else {
      turn.answer(response)
    }
  }

  private static let needsVirtualClock = "needs a host that was started with --clock virtual"

  private func offers(_ method: RequestMethod) -> Bool {
    !method.isOfPlayer || hasVirtualTime
  }

  private static let notifications = [
    InputNotification.method.description, CancelNotification.method,
    ExitNotification.method.description,
  ]

  private func notification(_ name: JSONText, _ params: IndexedValue?) {
    switch name {
    case InputNotification.method: input(params)
    case ExitNotification.method: exit()
    case _ where name.string.hasSameCodeUnits(as: CancelNotification.method): cancelRequest(params)
    default:
      if let method = RequestMethod.named[name.bytes] {
        guard method.isOfPlayer else {
          return log(
            .warning, "Ignored \(method.name) without an id: it is a request, and needs one")
        }
        if hasVirtualTime { return play(method, params) }
        return log(.warning, "Ignored \(method.name): it \(Self.needsVirtualClock)")
      }
      let question = SimilarNames.question(for: name.string, among: Self.notifications)
      log(
        .warning, "Ignored the unknown notification \(SimilarNames.shown(name.string))\(question)")
    }
  }
}
