import Hosting
import Contracts
import HostProtocol
import JSON
import JSONRPC
import Reactive
import ViewModelKit

/// The service calls of ViewModels that the frontend answers: `service/call` in `protocol.md`.
///
/// A call is sent at the end of its turn, so one that is cancelled in the same turn, or while it waits for a slow
/// reader, is never heard of.
///
/// Each turn asks whether there is something to tell; as in ``Session``, that is not checked at run time.
final class ServiceCalls {
  /// The services that the frontend answers.
  var answered: Set<ExactString> = [] { didSet { hints = [:] } }
  /// What has been said of services that it does not answer, by their names: to find that out takes long.
  private var hints: [String: String] = [:]
  /// Whether calls that Swift would answer are put to the frontend, too.
  var takesAll = false
  /// How many calls may be without an answer.
  var limit: Int
  /// Is told of the services that nobody answers, with the id of the instance that has asked, if one has.
  var noteUnanswered: ((_ service: String, _ instance: String?) -> Void)?
  private let scheduler: any SchedulerType
  /// Tells that something is to be sent.
  private let wake: () -> Void

  /// Those that are to be sent, with those among them that have been cancelled.
  @exclusivity(unchecked) private var unsent: [(call: ServiceCall, instance: String?)] = []
  @exclusivity(unchecked) private var cancelledUnsentCount = 0
  /// Those that were sent and are open, by their numbers, which count from 1.
  private var sent: [Int: (call: ServiceCall, instance: String?)] = [:]
  var lastNumber = 0
  /// Those that were cancelled, and have not been answered since.
  private var cancelled: Set<Int> = []
  /// How many of those are remembered at least; twice as many may be.
  private static let cancelledLimit = 100_000
  /// Of more services than this no hint names any.
  private static let hintLimit = 1_000
  /// What the frontend is to be told at the end of the turn: cancellations, then what was wrong with its answers.
  @exclusivity(unchecked) private var cancellations: [any HostNotification] = []
  @exclusivity(unchecked) private var rejections: [any HostNotification] = []

  init(scheduler: any SchedulerType, limit: Int, wake: @escaping () -> Void) {
    self.scheduler = scheduler
    self.limit = limit
    self.wake = wake
  }

  /// The end of a sentence that has said that nobody answers a service: `; the frontend answers only itms`.
  func hint(for service: String) -> String {
    if answered.isEmpty || answered.count > Self.hintLimit { return "" }
    if let hint = hints[service] { return hint }
    let names = answered.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let similar = SimilarNames.similar(to: service, among: names)
    let others = similar.isEmpty ? names : similar
    let hint = "; the frontend answers only \(others.prefix(8).joined(separator: ", "))"
    hints[service] = hint
    return hint
  }

  /// How many calls the frontend has still to answer.
  var openCount: Int { unsent.count - cancelledUnsentCount + sent.count }

  /// Whether no call is open, and none was cancelled that is still to be answered.
  var isIdle: Bool { openCount == 0 && cancelled.isEmpty }

  /// Whether there is something to tell before the answers of a turn.
  var hasNotices: Bool { !(cancellations.isEmpty && rejections.isEmpty) }

  /// Whether the frontend is to be told that it has made a mistake.
  var hasRejections: Bool { !rejections.isEmpty }

  /// Whether there are calls that have not been sent.
  var hasUnsentCalls: Bool { unsent.count > cancelledUnsentCount }

  // MARK: What ViewModels do

  /// Takes a call of an instance, or of what the instances share.
  func add(_ call: ServiceCall, of instance: String?) {
    guard openCount < limit else {
      let error = ServiceError(
        service: call.service, code: RPCError.Code.tooMany.rawValue,
        message: "\(limit) service calls wait for an answer, and no more may")
      call.state = .ended
      try? call.complete(.failure(error))
      return
    }
    unsent.append((call, instance))
    if let timeout = call.timeout {
      call.timer = scheduler.schedule(after: timeout) { [weak self, weak call] in
        if let call { self?.expire(call, after: timeout) }
      }
    }
    wake()
  }

  /// Nobody waits for the answer any more.
  func cancel(_ call: ServiceCall) {
    let state = call.state
    if state == .ended { return }
    if case .sent(let number) = state {
      if asked != nil {
        cancelledMeanwhile[number] = Self.content(of: call, sent[number]?.instance)
      }
      cancellations.append(CancelNotification(ServiceCallRequest.id(number)))
      if cancelled.count >= 2 * Self.cancelledLimit {
        cancelled = Set(cancelled.sorted().suffix(Self.cancelledLimit))
      }
      cancelled.insert(number)
    }
    close(call)
    wake()
  }

  private func close(_ call: ServiceCall) {
    call.timer?.dispose()
    call.timer = nil
    switch exchange(&call.state, with: .ended) {
    case .sent(let number): sent[number] = nil
    case .unsent:
      cancelledUnsentCount += 1
      if cancelledUnsentCount * 2 > unsent.count { removeCancelled() }
    case .ended: break
    }
  }

  private func removeCancelled() {
    if cancelledUnsentCount > 0 { unsent.removeAll { $0.call.state == .ended } }
    cancelledUnsentCount = 0
  }

  private func expire(_ call: ServiceCall, after timeout: Duration) {
    let error = ServiceError(
      service: call.service, code: ServiceError.unanswered,
      message: "The service \(call.service) was not answered within \(timeout)")
    if case .sent(let number) = call.state {
      reject(
        ServiceCallRequest.id(number), call.service, RPCError(.serviceUnanswered, error.message))
    }
    cancel(call)
    try? call.complete(.failure(error))
  }

  // MARK: What the frontend answers

  /// Takes a response of the frontend.
  func take(_ id: RequestID, _ result: Result<JSONValue, RPCError>) {
    guard var number = ServiceCallRequest.number(id), asked != nil || number <= lastNumber else {
      return reject(id, nil, RPCError(.invalidRequest, "There is no service call \(id.json)"))
    }
    if asked != nil {
      guard let same = self.number(asked: number) else { return }
      number = same
    }
    if let call = sent[number]?.call {
      close(call)
      do {
        try call.complete(
          result.mapError { error in
            ServiceError(
              service: call.service, code: error.code.rawValue, message: error.message,
              data: error.data)
          })
      } catch let error as ArgumentError {
        reject(id, call.service, RPCError(error, in: "result"))
      } catch {
        reject(id, call.service, RPCError(.internalError, sentence(for: error)))
      }
    } else if cancelled.remove(number) != nil {
      guard case .success = result else { return }
      reject(
        id, nil,
        RPCError(.cancelled, "service-\(number) was cancelled; nobody waits for its result"))
    } else {
      reject(
        id, nil, RPCError(.invalidRequest, "service-\(number) has been answered before"))
    }
  }

  /// Takes a response that is none: the call has its answer with that.
  func take(_ id: RequestID, invalid error: RPCError) {
    let service = ServiceCallRequest.number(id).flatMap { sent[$0]?.call.service }
    take(id, .failure(error))
    if let service { reject(id, service, error) }
  }

  private func reject(_ id: RequestID, _ service: String?, _ error: RPCError) {
    rejections.append(ServiceRejectedNotification(id: id, service: service, error))
  }

  // MARK: What a turn tells

  /// Takes what comes before the answers of a turn.
  func takeNotices() -> [any HostNotification] {
    defer {
      cancellations = []
      rejections = []
    }
    return cancellations + rejections
  }

  /// Takes what comes after the answers of a turn: the calls, which have their numbers from here on.
  func takeCalls() -> [ServiceCallRequest] {
    removeCancelled()
    defer { unsent.removeAll() }
    return unsent.map { call, instance in
      lastNumber += 1
      call.state = .sent(lastNumber)
      sent[lastNumber] = (call, instance)
      return ServiceCallRequest(number: lastNumber, Self.content(of: call, instance))
    }
  }

  // MARK: A frontend that has something else

  /// What the frontend's numbers stand for, while a session is restored that is not what it was. Then an answer is that
  /// to the same call, whatever its number.
  var asked: [Int: FrontendMirror.Call]? {
    didSet { if asked == nil { cancelledMeanwhile = [:] } }
  }
  /// Those that were cancelled since, by their numbers: an answer to one is not to another that asks for the same.
  private var cancelledMeanwhile: [Int: ServiceCallRequest.Content] = [:]

  /// The call that an answer of the frontend is to.
  private func number(asked number: Int) -> Int? {
    guard let content = asked?[number]?.content else { return nil }
    func isSame(_ call: (call: ServiceCall, instance: String?)?) -> Bool {
      call.map { Self.content(of: $0.call, $0.instance) } == content
    }
    if isSame(sent[number]) || cancelledMeanwhile[number] == content { return number }
    return sent.keys.sorted().first { isSame(sent[$0]) }
  }

  private static func content(
    of call: ServiceCall, _ instance: String?
  ) -> ServiceCallRequest.Content {
    ServiceCallRequest.Content(
      service: call.service, instance: instance, arguments: call.arguments)
  }

  /// Goes on with the numbers that a frontend knows. Calls that it does not know are sent once more.
  ///
  /// - Parameter calls: all that it knows, by their numbers.
  /// - Returns: the numbers of those that are to be cancelled.
  func bring(_ calls: [Int: FrontendMirror.Call]) -> [Int] {
    asked = calls.filter { $0.value.state == .open }
    var rest = sent.sorted { $0.key < $1.key }
    var known: [Int: (call: ServiceCall, instance: String?)] = [:]
    // Those of the same number come first, so that no other takes their place.
    for isExact in [true, false] {
      rest.removeAll { number, entry in
        guard let same = self.number(of: entry, exactly: isExact ? number : nil) else {
          return false
        }
        asked?[same] = nil
        entry.call.state = .sent(same)
        known[same] = entry
        return true
      }
    }
    for (_, entry) in rest { entry.call.state = .unsent }
    unsent.insert(contentsOf: rest.map(\.value), at: 0)
    sent = known
    lastNumber = calls.keys.max() ?? 0
    cancellations = []
    let lost = (asked ?? [:]).keys.sorted()
    cancelled = Set(calls.filter { $0.value.state == .cancelled }.keys).union(lost)
    asked = nil
    return lost
  }

  /// The number that the frontend knows a call by.
  private func number(
    of entry: (call: ServiceCall, instance: String?), exactly number: Int?
  ) -> Int? {
    let content = Self.content(of: entry.call, entry.instance)
    if let number { return asked?[number]?.content == content ? number : nil }
    return asked?.filter { $0.value.content == content }.keys.min()
  }
}

/// The service calls of one instance, or of what the instances share.
struct InstanceServices: ServiceProvider {
  let calls: ServiceCalls
  /// The id of the instance.
  let instance: String?

  func answers(_ service: String) -> Bool {
    calls.answered.contains(ExactString(service))
  }
  var takesAll: Bool { calls.takesAll }
  func start(_ call: ServiceCall) { calls.add(call, of: instance) }
  func cancel(_ call: ServiceCall) { calls.cancel(call) }
  func noteUnanswered(_ service: String) { calls.noteUnanswered?(service, instance) }
}
