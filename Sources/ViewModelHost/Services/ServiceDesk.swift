import JSON
import JSONRPC
import ViewModelKit

/// Puts the questions of ViewModels to the frontend: `service/call` in `protocol.md`.
///
/// A call is sent at the end of its turn, so one that is withdrawn in the same turn, or while it waits for a slow reader,
/// is never heard of.
final class ServiceDesk {
  /// One question on its way.
  final class Call {
    fileprivate let question: ServiceQuestion
    /// Who asks; nothing for what the instances share.
    private let instance: String?
    fileprivate var timer: Task<Void, Never>?
    /// Calls are counted as they are sent.
    fileprivate var number: Int?

    var id: String { ServiceDesk.id(number ?? 0) }

    /// `{service, id?, arguments}`.
    var params: JSONValue {
      var params: JSONObject = ["service": .string(question.service)]
      if let instance { params["id"] = .string(instance) }
      params["arguments"] = question.arguments
      return .object(params)
    }

    fileprivate init(_ question: ServiceQuestion, of instance: String?) {
      self.question = question
      self.instance = instance
    }
  }

  /// The services that the frontend answers.
  var answered: Set<String> = []
  /// Tells that something is to be sent.
  private let wake: () -> Void
  private let clock: any ClockSource

  private var open: [ObjectIdentifier: Call] = [:]
  private var unsent: [Call] = []
  /// How many of those have been withdrawn.
  private var deadCount = 0
  private var sent: [Int: Call] = [:]
  private var lastNumber = 0
  /// Calls that were withdrawn, and whose cancellation has not been sent.
  private var withdrawn: [Int] = []
  /// Calls that were cancelled, and have not been answered since; the latest of them.
  private var cancelled = RecentNumbers(limit: 100_000)
  private var complaints: [Answer] = []

  /// How many calls may be without an answer.
  private let limit: Int

  init(clock: any ClockSource, limit: Int, wake: @escaping () -> Void) {
    self.clock = clock
    self.limit = limit
    self.wake = wake
  }

  /// The end of a sentence that has said that nobody answers a service: `; the frontend answers only itms`.
  func hint(for service: String) -> String {
    let names = answered.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let similar = SimilarNames.similar(to: service, among: names)
    if names.isEmpty { return "" }
    let others = similar.isEmpty ? names : similar
    return "; the frontend answers only \(others.prefix(8).joined(separator: ", "))"
  }

  /// Takes a question of an instance, or of what the instances share.
  func ask(_ question: ServiceQuestion, of instance: String?) {
    guard open.count < limit else {
      let error = ServiceError(
        service: question.service, code: RPCError.Code.tooMany.rawValue,
        message: "\(limit) service calls wait for an answer, and no more may")
      try? question.take(.failure(error))
      return
    }
    let call = Call(question, of: instance)
    open[ObjectIdentifier(question)] = call
    unsent.append(call)
    if let timeout = question.timeout {
      let deadline = clock.now + timeout
      call.timer = Task.immediate { [weak self, clock] in
        guard (try? await clock.sleep(until: deadline)) != nil else { return }
        self?.expire(call, after: timeout)
      }
    }
    wake()
  }

  /// Nobody waits for the answer any more.
  func withdraw(_ question: ServiceQuestion) {
    guard let call = close(question) else { return }
    if let number = call.number {
      withdrawn.append(number)
      cancelled.insert(number)
    }
    wake()
  }

  private func close(_ question: ServiceQuestion) -> Call? {
    guard let call = open.removeValue(forKey: ObjectIdentifier(question)) else { return nil }
    call.timer?.cancel()
    if let number = call.number {
      sent[number] = nil
    } else {
      deadCount += 1
      if deadCount * 2 > unsent.count { removeDead() }
    }
    return call
  }

  private func expire(_ call: Call, after timeout: Duration) {
    let question = call.question
    let error = ServiceError(
      service: question.service, code: ServiceError.unanswered,
      message: "The service \(question.service) was not answered within \(timeout)")
    if let number = call.number {
      complain(
        .string(Self.id(number)), question.service,
        RPCError(.serviceUnanswered, error.message))
    }
    withdraw(question)
    try? question.take(.failure(error))
  }

  /// Takes a response of the frontend.
  func take(_ id: RequestID, _ result: Result<JSONValue, RPCError>) {
    guard let number = Self.number(id), number <= lastNumber else {
      complain(id.json, nil, RPCError(.invalidRequest, "There is no service call \(id.json)"))
      return
    }
    if let question = sent[number]?.question {
      _ = close(question)
      let service = question.service
      do {
        try question.take(result.mapError { ServiceError($0, of: service) })
      } catch let error as ArgumentError {
        complain(id.json, service, RPCError(error, in: "result"))
      } catch {
        complain(id.json, service, RPCError(.internalError, sentence(for: error)))
      }
    } else if cancelled.remove(number) {
      if case .success = result {
        complain(
          id.json, nil,
          RPCError(.cancelled, "\(Self.id(number)) was cancelled; nobody waits for its result"))
      }
    } else {
      complain(
        id.json, nil,
        RPCError(.invalidRequest, "\(Self.id(number)) has been answered before"))
    }
  }

  /// Takes a response that is none: the question has its answer with that.
  func take(_ id: RequestID, invalid error: RPCError) {
    let service = Self.number(id).flatMap { sent[$0]?.question.service }
    take(id, .failure(error))
    if let service { complain(id.json, service, error) }
  }

  private func complain(_ id: JSONValue, _ service: String?, _ error: RPCError) {
    var params: JSONObject = ["id": id]
    if let service { params["service"] = .string(service) }
    params["error"] = error.json
    complaints.append(.notification("service/rejected", .object(params)))
  }

  /// Whether the frontend is to be told that it has made a mistake.
  var hasComplaints: Bool { !complaints.isEmpty }

  /// How many calls the frontend has still to answer.
  var openCount: Int { open.count }

  /// Whether there are calls that have not been sent.
  var hasUnsentCalls: Bool { unsent.count > deadCount }

  /// Takes what comes before the answers of a turn: cancellations, and what was wrong with the frontend's answers.
  func takeNotices() -> [Answer] {
    if withdrawn.isEmpty && complaints.isEmpty { return [] }
    let notices =
      withdrawn.map { number in
        Answer.notification(NotificationMethod.cancelRequest.name, ["id": .string(Self.id(number))])
      } + complaints
    withdrawn = []
    complaints = []
    return notices
  }

  /// Takes what comes after the answers of a turn: the calls, which have their numbers from here on.
  func takeCalls() -> [Call] {
    if unsent.isEmpty { return [] }
    removeDead()
    for call in unsent {
      lastNumber += 1
      call.number = lastNumber
      sent[lastNumber] = call
    }
    defer { unsent.removeAll() }
    return unsent
  }

  private func removeDead() {
    if deadCount > 0 { unsent.removeAll { open[ObjectIdentifier($0.question)] !== $0 } }
    deadCount = 0
  }

  fileprivate static func id(_ number: Int) -> String { "service-\(number)" }

  /// The number of a call, from an id of just the form that was sent.
  private static func number(_ id: RequestID) -> Int? {
    guard case .string(let text) = id, let number = Int(text.text.dropFirst("service-".count)),
      text.text == Self.id(number), number > 0
    else { return nil }
    return number
  }
}

/// A set of numbers that forgets the oldest when there are too many.
private struct RecentNumbers {
  private let limit: Int
  private var numbers: Set<Int> = []
  /// In the order in which they came, with those that were removed.
  private var order: [Int] = []

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ number: Int) {
    numbers.insert(number)
    order.append(number)
    if order.count >= 2 * limit {
      order = order.filter(numbers.contains).suffix(limit)
      numbers = Set(order)
    }
  }

  /// - Returns: whether it was there.
  mutating func remove(_ number: Int) -> Bool { numbers.remove(number) != nil }
}

/// The questions of one instance, or of what the instances share.
final class InstanceServices: ServiceProvider {
  private let desk: ServiceDesk
  private let instance: String?

  init(_ desk: ServiceDesk, instance: String?) {
    self.desk = desk
    self.instance = instance
  }

  func answers(_ service: String) -> Bool { desk.answered.contains(service) }
  func ask(_ question: ServiceQuestion) { desk.ask(question, of: instance) }
  func withdraw(_ question: ServiceQuestion) { desk.withdraw(question) }
}

extension ServiceError {
  /// The frontend's error.
  fileprivate init(_ error: RPCError, of service: String) {
    self.init(
      service: service, code: error.code.rawValue, message: error.message, data: error.data)
  }
}
