import JSON
import JSONRPC
import ViewModelKit

extension Session {
  /// Takes in one line, as one turn.
  func receive(_ line: Frame) {
    recorder?.lineBegins(line)
    isHandlingLine = true
    defer {
      isHandlingLine = false
      recorder?.lineEnds()
    }
    switch line {
    case .complete(let bytes):
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
    settle()
  }

  /// A batch is answered in one line, which has to be held.
  private static let batchLimit = 100_000

  private func answerUnreadable(_ error: RPCError) {
    answers.append(.response(Reply(id: .null, batch: nil), .failure(error)))
  }

  private func handle(_ payload: Payload) {
    switch payload {
    case .single(let message): handle(message, in: nil)
    case .batch(let messages) where messages.count > Self.batchLimit:
      answerUnreadable(
        RPCError(
          .invalidRequest,
          "Invalid request: the batch has more than \(Self.batchLimit) messages"))
    case .batch(let messages):
      let expected = messages.count { $0.isAnswered }
      let batch = expected == 0 ? nil : Reply.Batch(expecting: expected)
      for message in messages { handle(message, in: batch) }
    }
  }

  private func handle(_ message: Message, in batch: Reply.Batch?) {
    guard phase != .ended else {
      // Only what follows `exit` in a batch: no request and no seq must be left waiting.
      let error = RPCError(.shutDown, "The host is ending")
      switch message {
      case .request(let id, _, _), .invalid(let id, _):
        answers.append(.response(Reply(id: id, batch: batch), .failure(error)))
      case .notification(NoticeMethod.input.name, let params):
        reject(id: params?["id"], input: params?["input"], seq: params?["seq"], error)
      case .notification, .response, .invalidResponse: break
      }
      return
    }
    switch message {
    case .notification(let method, let params): notice(method, params)
    case .request(let id, let method, let params):
      request(method, params, Reply(id: id, batch: batch))
    case .invalid(let id, let error):
      answers.append(.response(Reply(id: id, batch: batch), .failure(error)))
    case .response(let id, let result): services.take(id, result)
    case .invalidResponse(let id, let error): services.take(id, invalid: error)
    }
  }

  private func request(_ name: String, _ params: JSONValue?, _ reply: Reply) {
    do throws(RPCError) {
      guard let method = RequestMethod.named[name], method.isOffered(self) else {
        try RequestMethod.refuse(in: phase)
        let names = RequestMethod.all.filter { $0.isOffered(self) }.map(\.name)
        throw RPCError(
          .methodNotFound,
          "There is no method \(name)\(SimilarNames.question(for: name, among: names))")
      }
      try method.checkPhase(self)
      switch try method.handle(self, try Params(params), reply) {
      case .result(let value): answers.append(.response(reply, .success(value)))
      case .snapshot(let instance): answers.append(.snapshot(reply, instance))
      case .later: break
      }
    } catch {
      answers.append(.response(reply, .failure(error)))
    }
  }

  private func notice(_ name: String, _ params: JSONValue?) {
    guard let notice = NoticeMethod.named[name] else {
      let question = SimilarNames.question(for: name, among: NoticeMethod.all.map(\.name))
      log(.warning, "Ignored the unknown notification \(name)\(question)")
      return
    }
    notice.handle(self, params)
  }

  /// Tells the owner what is to be said of the catalog.
  func showAdvice() {
    for advice in advice { showWarning?(advice.sentence) }
  }

  /// Says what the author of a ViewModel should know: to the frontend that asked for warnings, and to the owner.
  func warn(_ message: String) {
    log(.warning, message)
    showWarning?(message)
  }

  /// Writes a line for people, when the frontend asked for that level.
  func log(_ level: LogLevel, _ message: String) {
    guard level >= logLevel else { return }
    answers.append(
      .notification("host/log", ["level": .string(level.rawValue), "message": .string(message)]))
  }
}

extension Message {
  fileprivate var isAnswered: Bool {
    switch self {
    case .request, .invalid: true
    case .notification, .response, .invalidResponse: false
    }
  }
}

/// How important a log line is.
enum LogLevel: String, CaseIterable, Comparable {
  case debug, info, warning, error
  case off

  static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
