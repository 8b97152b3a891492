import HostProtocol
@_spi(Host) import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Handles the messages of one line.
  func receive(_ line: Frame) {
    switch line {
    case .complete(let bytes):
      MemberIndex.read(bytes, goingInto: Message.indexedKey) { text in
        switch text {
        case .success(let text): handle(text)
        case .failure(let error):
          answerUnreadable(RPCError(.parseError, "Parse error: \(error)"))
        }
      }
    case .tooLong:
      answerUnreadable(
        RPCError(.lineTooLong, "A line is longer than the limit of \(options.lineLimit) bytes"))
    case .malformed(let reason): answerUnreadable(RPCError(.parseError, "Parse error: \(reason)"))
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
    for message in messages {
      handle(Message(message))
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
      tell(RejectedNotification(params, error))
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
      case .later: break
      }
    } catch {
      turn.answers.append(.response(reply(to: id), .failure(error)))
    }
  }

  private func offers(_ method: RequestMethod) -> Bool { !method.isOfPlayer || loop.isVirtual }

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

  /// Something comes that needs a conversation: it is under way from here on.
  ///
  /// - Throws: when the phase does not allow it.
  func begin() throws(RPCError) {
    try checkPhase()
    phase = .running
  }

  /// Refuses what is not allowed in every phase.
  private func checkPhase() throws(RPCError) {
    switch phase {
    case .fresh, .running: break
    case .refused:
      throw RPCError(
        .notInitialized,
        "Not initialized: the frontend and this host found no common protocol version")
    case .shutDown, .ended: throw RPCError(.shutDown, "The host is shut down")
    }
  }

  /// Notifies the frontend, with the answers of the turn.
  func tell(_ notification: some HostNotification) {
    turn.answers.append(.notification(notification))
  }

  /// Says what the author of a ViewModel should know: to the frontend that asked for warnings, and to the owner.
  func warn(_ message: String) {
    log(.warning, message)
    showWarning?(message)
  }

  /// Writes a line for people, when the frontend asked for that level.
  func log(_ level: LogLevel, _ message: String) {
    guard level >= logLevel else { return }
    tell(LogNotification(level, message))
  }
}
