import Hosting
import Contracts
import HostProtocol
import JSON
import JSONRPC
import Reactive
import ViewModelKit

/// The service calls of ViewModels that the frontend answers: `service/call` in `protocol.md`.
///
/// A call is sent at the end of its turn. One that is cancelled before, in the same turn or while
/// it waits for a slow reader, is not sent.
///
/// ``Session`` says why exclusive access is not checked at run time.
final class ServiceCalls {
  /// The services that the frontend answers.
  var answered: Set<ExactString> = [] { didSet { hints = [:] } }
  /// Cached hints about unanswered services, by their names: they are slow to compute.
  private var hints: [String: String] = [:]
  /// Whether the frontend also gets calls that Swift would answer.
  var takesAll = false
  /// How many calls may be open.
  var limit: Int
  /// Called when a ViewModel calls a service that neither the frontend nor the catalog answers,
  /// with the id of the calling instance, if any.
  var noteUnanswered: ((_ service: String, _ instance: String?) -> Void)?
  private let scheduler: any SchedulerType
  /// Requests a turn, as there is something to send.
  private let wake: () -> Void

  /// The unsent calls, with cancelled ones among them.
  @exclusivity(unchecked) private var unsent: [(call: ServiceCall, instance: String?)] = []
  @exclusivity(unchecked) private var cancelledUnsentCount = 0
  /// The sent calls that are open, by their numbers, which count from 1.
  private var sent: [Int: (call: ServiceCall, instance: String?)] = [:]
  var lastNumber = 0
  /// The numbers of the calls that were cancelled and not answered since.
  private var cancelled: Set<Int> = []
  /// At least this many cancelled calls are remembered, at most twice as many.
  private static let cancelledLimit = 100_000
  /// With more answered services than this, hints name none.
  private static let hintLimit = 1_000
  /// The notifications for the end of the turn: cancellations, then rejections of responses.
  @exclusivity(unchecked) private var cancellations: [any HostNotification] = []
  @exclusivity(unchecked) private var rejections: [any HostNotification] = []

  init(scheduler: any SchedulerType, limit: Int, wake: @escaping () -> Void) {
    self.scheduler = scheduler
    self.limit = limit
    self.wake = wake
  }

  /// Returns the end of a sentence about an unanswered service: `; the frontend answers only itms`.
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

  /// How many calls the frontend has not answered.
  var openCount: Int { unsent.count - cancelledUnsentCount + sent.count }

  /// Whether no call is open, and no cancelled one unanswered.
  var isIdle: Bool { openCount == 0 && cancelled.isEmpty }

  /// Whether there are notifications to send before the answers of a turn.
  var hasNotices: Bool { !(cancellations.isEmpty && rejections.isEmpty) }

  /// Whether there are rejections of the frontend's responses to send.
  var hasRejections: Bool { !rejections.isEmpty }

  var hasUnsentCalls: Bool { unsent.count > cancelledUnsentCount }

  // MARK: Calls of ViewModels

  /// Adds a call.
  ///
  /// - Parameter instance: the id of the calling instance; `nil` for `Services.shared`.
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

  /// Cancels a call, as its answer is not needed any more.
  func cancel(_ call: ServiceCall) {
    let state = call.state
    if state == .ended { return }
    if case .sent(let number) = state {
      if knownCalls != nil {
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

  // MARK: Responses

  func handleResponse(_ id: RequestID, _ result: Result<JSONValue, RPCError>) {
    guard var number = ServiceCallRequest.number(id), knownCalls != nil || number <= lastNumber
    else {
      return reject(id, nil, RPCError(.invalidRequest, "There is no service call \(id.json)"))
    }
    if knownCalls != nil {
      guard let same = self.number(knownAs: number) else { return }
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
        RPCError(.cancelled, "service-\(number) was cancelled; its result is ignored"))
    } else {
      reject(
        id, nil, RPCError(.invalidRequest, "service-\(number) has been answered before"))
    }
  }

  /// Handles a malformed response: the call ends with this error.
  func handleResponse(_ id: RequestID, invalid error: RPCError) {
    let service = ServiceCallRequest.number(id).flatMap { sent[$0]?.call.service }
    handleResponse(id, .failure(error))
    if let service { reject(id, service, error) }
  }

  private func reject(_ id: RequestID, _ service: String?, _ error: RPCError) {
    rejections.append(ServiceRejectedNotification(id: id, service: service, error))
  }

  // MARK: Sending

  /// Returns the notifications that come before the answers of a turn, and removes them.
  func drainNotices() -> [any HostNotification] {
    defer {
      cancellations = []
      rejections = []
    }
    return cancellations + rejections
  }

  /// Returns the calls that come after the answers of a turn. They get their numbers here.
  func drainCalls() -> [ServiceCallRequest] {
    removeCancelled()
    defer { unsent.removeAll() }
    return unsent.map { call, instance in
      lastNumber += 1
      call.state = .sent(lastNumber)
      sent[lastNumber] = (call, instance)
      return ServiceCallRequest(number: lastNumber, Self.content(of: call, instance))
    }
  }

  // MARK: Restored sessions

  /// The calls behind the frontend's numbers, while a session is restored that differs from before.
  /// Then a response belongs to the call with the same content, whatever its number.
  private var knownCalls: [Int: FrontendMirror.Call]? {
    didSet { if knownCalls == nil { cancelledMeanwhile = [:] } }
  }
  /// The calls that were cancelled and not answered before, and all that were cancelled since, by
  /// their numbers: a response to one of them is not taken for an equal call.
  private var cancelledMeanwhile: [Int: ServiceCallRequest.Content] = [:]

  /// Matches responses by these calls from now on. Up to now the frontend knows calls by the same
  /// numbers.
  func expectAnswers(to calls: [Int: FrontendMirror.Call]) {
    knownCalls = calls
    for number in cancelled { cancelledMeanwhile[number] = calls[number]?.content }
  }

  /// Returns the number of the call that a response of the frontend belongs to.
  private func number(knownAs number: Int) -> Int? {
    guard let content = knownCalls?[number]?.content else { return nil }
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

  /// Adopts the numbers that a frontend knows. Calls that it does not know are sent again.
  ///
  /// - Parameter calls: all calls that it knows, by their numbers.
  /// - Returns: the numbers of those that are to be cancelled.
  func adoptNumbers(of calls: [Int: FrontendMirror.Call]) -> [Int] {
    knownCalls = calls.filter { $0.value.state == .open }
    var rest = sent.sorted { $0.key < $1.key }
    var known: [Int: (call: ServiceCall, instance: String?)] = [:]
    // Calls with their old number come first, so that no equal call gets it.
    for isExact in [true, false] {
      rest.removeAll { number, entry in
        guard let same = self.number(of: entry, exactly: isExact ? number : nil) else {
          return false
        }
        knownCalls?[same] = nil
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
    let lost = (knownCalls ?? [:]).keys.sorted()
    cancelled = Set(calls.filter { $0.value.state == .cancelled }.keys).union(lost)
    knownCalls = nil
    return lost
  }

  /// Returns the number under which the frontend knows a call.
  private func number(
    of entry: (call: ServiceCall, instance: String?), exactly number: Int?
  ) -> Int? {
    let content = Self.content(of: entry.call, entry.instance)
    if let number { return knownCalls?[number]?.content == content ? number : nil }
    return knownCalls?.filter { $0.value.content == content }.keys.min()
  }
}

/// The service calls of one instance, or of `Services.shared`.
struct InstanceServices: ServiceProvider {
  let calls: ServiceCalls
  /// The id of the instance; `nil` for `Services.shared`.
  let instance: String?

  func answers(_ service: String) -> Bool {
    calls.answered.contains(ExactString(service))
  }
  var takesAll: Bool { calls.takesAll }
  func start(_ call: ServiceCall) { calls.add(call, of: instance) }
  func cancel(_ call: ServiceCall) { calls.cancel(call) }
  func noteUnanswered(_ service: String) { calls.noteUnanswered?(service, instance) }
}
