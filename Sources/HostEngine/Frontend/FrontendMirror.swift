import HostProtocol
import JSON
import JSONRPC

/// The state that a frontend has of a conversation, computed from the lines in both directions.
///
/// Lines of both sides can be added in any order in which each answer of the host comes after its
/// request.
package nonisolated struct FrontendMirror {
  /// The known instances, by their ids.
  package private(set) var instances: [ExactString: KnownInstance] = [:]
  /// The unanswered requests, by their ids, in the order in which they were sent.
  package private(set) var requests: [RequestID: [Request]] = [:]
  /// The number of unfinished inputs with a `seq`; 0 is not stored.
  package private(set) var seqs: [Seq: Int] = [:]
  /// All service calls that were sent, by their numbers, which count from 1.
  package private(set) var calls: [Int: Call] = [:]
  /// The numbers of the service calls that the frontend has answered.
  private var answers: Set<Int> = []

  package init() {}

  /// The effect of a request's answer on the known instances.
  package enum Request: Equatable {
    case end(of: ExactString)
    case endOfAll
    case other
  }

  /// A `seq`, with the instance id that was sent with it. Both may be any JSON value: the host
  /// repeats them.
  package struct Seq: Hashable {
    package let id: JSONValue?
    package let seq: JSONValue

    /// Returns `nil` when the params have no `seq`.
    package init?(_ params: JSONValue?) {
      guard let seq = params?["seq"] else { return nil }
      self.init(id: params?["id"], seq: seq)
    }

    package init(id: JSONValue?, seq: JSONValue) {
      self.id = id
      self.seq = seq
    }
  }

  /// A `service/call`.
  package struct Call {
    package enum State {
      case open
      /// Cancelled, and not answered by the frontend.
      case cancelled
      case answered
    }

    package let content: ServiceCallRequest.Content
    package fileprivate(set) var state = State.open
  }

  // MARK: Lines of the frontend

  /// Adds a line of the frontend that the host has handled.
  package mutating func send(_ line: Frame) {
    guard case .complete(let bytes) = line else { return expect(.null) }
    MemberIndex.read(bytes, goingInto: Message.indexedKey) { text, _ in
      guard case .success(let text) = text else { return expect(.null) }
      guard let messages = text.elements else { return send(Message(text)) }
      if messages.isEmpty || messages.count > Session.batchLimit { return expect(.null) }
      for message in messages { send(Message(message)) }
    }
  }

  private mutating func send(_ message: Message) {
    switch message {
    case .request(let id, let method, let params):
      expect(id, Request(method.string, params?["id"]?.json))
    case .invalid(let id, _): expect(id)
    case .notification(InputNotification.method, let params):
      if let seq = Seq(params?.json) { seqs[seq, default: 0] += 1 }
    case .notification: break
    case .response(let id, _), .invalidResponse(let id, _):
      guard let number = ServiceCallRequest.number(id) else { break }
      answers.insert(number)
      calls[number]?.state = .answered
    }
  }

  private mutating func expect(_ id: RequestID, _ request: Request = .other) {
    requests[id, default: []].append(request)
  }

  // MARK: Lines of the host

  /// Adds a line of the host.
  package mutating func receive(_ line: UnsafeRawBufferPointer) throws(KnownInstance.Fault) {
    let json: JSONValue
    do { json = try JSONValue(parsing: line) } catch {
      throw KnownInstance.Fault("this is no JSON: \(error)")
    }
    for message in json.arrayValue ?? [json] { try receive(message) }
  }

  private mutating func receive(_ message: JSONValue) throws(KnownInstance.Fault) {
    let params = message["params"] ?? [:]
    switch message["method"]?.stringValue {
    case nil: receiveAnswer(message)
    case UpdateNotification.method?:
      for update in params.list("updates") { try apply(update) }
    case ResumedNotification.method?:
      for announced in params.list("opened") { announce(announced) }
    case RejectedNotification.method?: if let seq = Seq(params) { end(seq) }
    case ClosedNotification.method?: instances[ExactString(params.text("id"))] = nil
    case ServiceCallRequest.method?:
      if let number = Self.number(message) {
        let content = ServiceCallRequest.Content(params)
        calls[number] = Call(content: content, state: answers.contains(number) ? .answered : .open)
      }
    case CancelNotification.method?:
      if let number = Self.number(params), calls[number]?.state == .open {
        calls[number]?.state = .cancelled
      }
    default: break
    }
  }

  private static func number(_ message: JSONValue) -> Int? {
    message["id"].flatMap(RequestID.init).flatMap(ServiceCallRequest.number)
  }

  private mutating func receiveAnswer(_ answer: JSONValue) {
    guard let id = answer["id"].flatMap(RequestID.init), var open = requests[id] else { return }
    let request = open.removeFirst()
    requests[id] = open.isEmpty ? nil : open
    guard let result = answer["result"] else { return }
    switch request {
    case .end(let id): instances[id] = nil
    case .endOfAll: instances = [:]
    case .other:
      for announced in [result] + RewindRequest.opened(in: result) { announce(announced) }
    }
  }

  /// - Parameter announced: `{id, revision, state}`; anything else announces nothing.
  private mutating func announce(_ announced: JSONValue) {
    guard let instance = KnownInstance(announced) else { return }
    instances[ExactString(announced.text("id"))] = instance
  }

  private mutating func apply(_ update: JSONValue) throws(KnownInstance.Fault) {
    let id = update.text("id")
    guard instances[ExactString(id)] != nil else {
      throw KnownInstance.Fault("this update is of an unknown instance: \(update)")
    }
    try instances[ExactString(id)]?.apply(update)
    for seq in update.list("done") { end(Seq(id: .string(id), seq: seq)) }
  }

  private mutating func end(_ seq: Seq) {
    guard let count = seqs[seq] else { return }
    seqs[seq] = count > 1 ? count - 1 : nil
  }
}

nonisolated extension FrontendMirror.Request {
  fileprivate init(_ method: String, _ id: JSONValue?) {
    switch (method, id?.stringValue) {
    case (DisposeRequest.method, let id?): self = .end(of: ExactString(id))
    case (ShutdownRequest.method, _): self = .endOfAll
    default: self = .other
    }
  }
}
