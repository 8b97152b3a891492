import HostProtocol
import JSON
import JSONRPC

/// The work for one cause, until none is ready, and the output of that work.
///
/// ``Session/perform(_:)`` begins and ends a turn. While it runs, its output is collected here; a
/// ``JSONWriter`` writes it at the end.
package struct Turn: ~Copyable {
  /// The cause of a turn, or of several where a line asks for them.
  package enum Cause {
    /// The frontend has sent a line.
    case line(Frame)
    /// A line of the frontend crashed the previous process: all its messages are refused with an
    /// error.
    indirect case lost(Frame, RPCError)
    /// This process continues the session of another one, possibly without one of its instances.
    indirect case restarted(Restart)
    /// A hand-over to another process has succeeded or failed.
    indirect case handedOver(HandOver)
    /// A timer has fallen due.
    case timer
    /// Work is ready that neither a line nor a timer caused: it comes from another thread, or is
    /// left from a turn that was cut off.
    case arrival
    /// Tasks have taken steps on other threads, as a recording notes.
    case steps([RunRequest.Step])
    /// A task has returned from another thread: the number of the task in a recording.
    case completion(of: Int)
    /// The first pending `viewModel/try` has an outcome.
    indirect case tried(Result<JSONValue, RPCError>)
    /// The frontend has read what waited to be sent.
    case room
    /// The session was idle for a while.
    case quiet
    /// The input has ended, or the process is to exit.
    case end

    /// Whether the turn counts: the others only read or send state again.
    var isCounted: Bool {
      switch self {
      case .line, .lost, .restarted, .timer, .arrival, .steps, .completion, .tried, .end: true
      case .room, .quiet, .handedOver: false
      }
    }
  }

  package nonisolated struct HandOver {
    /// Why it failed, for people.
    package var complaint: String?
    /// The response to the request for it.
    package var response: (id: RequestID, result: Result<JSONValue, RPCError>)?

    package init(
      complaint: String? = nil,
      response: (id: RequestID, result: Result<JSONValue, RPCError>)? = nil
    ) {
      self.complaint = complaint
      self.response = response
    }
  }

  /// What the successor of a crashed or replaced process has to do.
  package nonisolated struct Restart {
    /// The notification to frontends that asked for it.
    package var notification: RestartedNotification
    /// The instance whose own work has crashed the process repeatedly, and why it is closed.
    package var closed: (id: String, reason: String)?
    /// That work, which is cancelled.
    package var skipped: Skipped?

    /// Work that no line has caused.
    package enum Skipped {
      /// The next timer that is due at a time, in nanoseconds since the start.
      case timer(dueAt: Int64)
      /// The first return of a task from another thread.
      case completion(of: Int)
      /// The next step of a task on another thread.
      case step(of: Int)
    }

    package init(_ notification: RestartedNotification) { self.notification = notification }
  }

  /// The part of a line that a turn has left for the next ones.
  struct Rest {
    /// The turns that the player of a transcript requests, which come first. `next` makes the next
    /// of them ready, and `end` sends the outcome. The array's answers so far stay together with
    /// those to come.
    var requested: (next: () -> Bool, end: () -> Void)?
    /// Whether the last message is to be handled again: it disposes instances that must be
    /// announced before, and it has had no effect so far. Such instances were created in the same
    /// array.
    var repeatsMessage = false
    /// The messages of its array that have not been handled.
    var messages: ArraySlice<[UInt8]> = []
  }

  /// The number of turns so far. A request of a transcript's player is no turn, but what it causes
  /// is one.
  private(set) var number = 0
  /// Whether a line of the frontend is the cause.
  private(set) var isFromFrontend = false
  private(set) var isQuiet = false
  /// Whether all work was done. If not, the turn was cut off.
  var hasSettled = true
  /// Whether an input of the line has had an effect: it was not refused, or has changed something
  /// all the same.
  var isStep = false
  /// The part of the cause for the next turn.
  var rest: Rest?
  /// The number of the line, or of the part of an array, that is being handled.
  private(set) var batch = 0
  /// Whether the line is an array of messages; then its answers are an array, too.
  private(set) var isArray = false
  /// The answers of its array so far, while other turns of the line come first.
  private var held: [Answer] = []
  private var holdsBatch = false
  /// The instances that had an input or a change in this turn.
  var activeInstances: [Instance] = []
  /// The instances whose state the frontend requests with `viewModel/snapshot`.
  var inspected: [Instance] = []

  // What is sent, in the order in which it is written.

  /// The entries of the update, with commas between them.
  var updates = JSONWriter(minimumCapacity: 256)
  /// What comes before the answers: cancelled service calls, rejections of the frontend's
  /// responses, failures.
  private(set) var notices: [any HostNotification] = []
  var answers: [Answer] = []
  var calls: [ServiceCallRequest] = []
  /// Answers to the player of a transcript. They do not force out deferred updates.
  var playerAnswers: [Answer] = []

  /// The failures of ViewModels that are not among the notices yet.
  var failures: [(instance: Instance, notification: FailedNotification)] = []

  /// Continues to count from a number.
  mutating func resume(from number: Int) { self.number = number }

  /// Begins a turn. It includes what ViewModels did since the last one.
  mutating func begin(_ cause: Cause) {
    if cause.isCounted { number += 1 }
    switch cause {
    case .line, .lost: isFromFrontend = true
    default: isFromFrontend = false
    }
    if case .quiet = cause { isQuiet = true } else { isQuiet = false }
    batch += 1
    isArray = false
    isStep = false
    hasSettled = true
  }

  /// Marks the line as a request of a transcript's player, which the recorded session did not have:
  /// the turn counts as the ViewModels' own. In an array, it still counts as a turn.
  mutating func countAsOwn() {
    isFromFrontend = false
    if !isArray { number -= 1 }
  }

  /// Counts a turn that a transcript's player has caused.
  mutating func count() { number += 1 }

  /// Notes that the line is an array of messages.
  mutating func beginArray() { isArray = true }

  /// Whether an answer of the turn has the state of an instance.
  func mentions(_ instance: Instance) -> Bool {
    held.contains { $0.instance === instance } || answers.contains { $0.instance === instance }
  }

  /// Answers a request of the current line.
  mutating func answer(_ content: consuming Answer.Content) {
    answers.append(Answer(content, in: batch))
  }

  mutating func refuse(_ id: RequestID, _ error: RPCError) {
    answer(.response(id, .failure(error)))
  }

  /// Schedules the current message to be handled again after what was sent up to it has been
  /// written.
  mutating func repeatMessage() { rest = Rest(repeatsMessage: true) }

  /// Keeps the answers of an array together if the rest of the line adds to them. If one of them
  /// announces an instance, they are written now: no update may come before.
  mutating func holdBatch() {
    guard isArray, rest?.requested != nil,
      answers.allSatisfy({ $0.instance?.isAnnounced ?? true })
    else { return }
    holdsBatch = true
    held += answers.filter { $0.batch == batch }
    answers.removeAll { $0.batch == batch }
  }

  /// Continues with another turn of the same line. Answers that are still pending are no longer
  /// part of its array.
  mutating func continueLine() {
    if rest?.requested == nil { count() }
    holdsBatch = false
    batch += 1
  }

  /// Collects the notices, once the updates of the turn are known.
  mutating func collectNotices(from services: ServiceCalls) {
    if services.hasNotices { notices = services.drainNotices() }
    if failures.isEmpty { return }
    for (instance, failure) in failures where instance.isAnnounced { notices.append(failure) }
    failures.removeAll(where: \.instance.isAnnounced)
  }

  /// Whether the turn has nothing that has to be sent before the output of later turns.
  var canWait: Bool {
    failures.isEmpty && answers.isEmpty && (holdsBatch || held.isEmpty) && updates.count == 0
  }

  mutating func removeAll() {
    updates.removeAll()
    // Most turns have none of these.
    if !notices.isEmpty { notices.removeAll() }
    // A large buffer for a batch is not kept. `popLast` is faster than `removeAll` for the usual
    // single answer.
    if answers.capacity > 64 { answers.removeAll() }
    while answers.popLast() != nil {}
    if !calls.isEmpty { calls.removeAll() }
  }
}

/// An answer of a turn. Answers are written in order, after the update.
struct Answer {
  enum Content {
    case response(RequestID, Result<JSONValue, RPCError>)
    /// The result of a `viewModel/call`.
    case returned(RequestID, JSONValue)
    /// The state of the instance at the end of the turn. Updates follow from then on.
    case snapshot(RequestID, Instance)
    /// A value that is computed at the end of the turn.
    case settled(RequestID, () -> JSONValue)
    case notification(any HostNotification)
  }

  let content: Content
  /// The line of the frontend that it answers, if any: see ``Turn/batch``.
  var batch: Int?

  init(_ content: Content, in batch: Int? = nil) {
    self.content = content
    self.batch = batch
  }

  /// The instance whose state it contains.
  var instance: Instance? {
    if case .snapshot(_, let instance) = content { instance } else { nil }
  }
}

extension Turn {
  /// Writes the output of the turn as lines, and removes it.
  ///
  /// - Parameters:
  ///   - number: the number of the turn, if the frontend wants it.
  ///   - limit: the size in bytes after which the answers to an array contain no more snapshots.
  mutating func move(to writer: inout JSONWriter, as number: Int?, limit: Int) {
    writer.writeUpdate(of: updates, in: number)
    for notice in notices { writer.writeLine(Answer(.notification(notice))) }
    if answers.count == 1 && !isArray {
      // The common case.
      writer.writeLine(answers.removeLast())
    } else {
      // Answers to earlier lines come before the answers to this one.
      for answer in answers where answer.batch != batch { writer.writeLine(answer) }
    }
    if !isArray {
      for answer in answers where answer.batch == batch { writer.writeLine(answer) }
    } else if !holdsBatch {
      writer.writeArray(held + answers.filter { $0.batch == batch }, limit: limit)
      held.removeAll()
    }
    for call in calls {
      writer.write(call)
      writer.writeByte(UInt8(ascii: "\n"))
    }
    removeAll()
  }
}

extension JSONWriter {
  /// Writes the responses to an array of messages as an array (JSON-RPC 2.0, section 6).
  ///
  /// - Parameter limit: the size in bytes after which snapshots are refused, except the first one
  ///   of a new instance.
  fileprivate mutating func writeArray(_ answers: [Answer], limit: Int) {
    let start = count
    var announced: Set<ObjectIdentifier> = []
    for (index, answer) in answers.enumerated() {
      let isTooLong = count - start > limit
      writeRaw(index == 0 ? "[" : ",")
      if case .snapshot(let id, let instance) = answer.content, isTooLong,
        instance.isAnnounced || announced.contains(ObjectIdentifier(instance))
      {
        writeResponse(id: id, error: Self.tooLong(limit))
        continue
      }
      if let instance = answer.instance { announced.insert(ObjectIdentifier(instance)) }
      write(answer)
    }
    if !answers.isEmpty { writeRaw("]\n") }
  }

  private static func tooLong(_ limit: Int) -> RPCError {
    RPCError(
      .tooMany,
      "The answers to the array have more than \(limit) bytes; a line of its own has a snapshot")
  }

  mutating func writeLine(_ answer: Answer) {
    write(answer)
    writeByte(UInt8(ascii: "\n"))
  }

  private mutating func write(_ answer: Answer) {
    switch answer.content {
    case .notification(let notification): write(notification)
    case .response(let id, .success(let value)): writeResponse(id: id, result: value)
    case .response(let id, .failure(let error)): writeResponse(id: id, error: error)
    case .returned(let id, let value): writeCallResponse(id: id, value: value)
    case .snapshot(let id, let instance):
      beginResponse(id: id)
      instance.writeState(to: &self)
      endResponse()
    case .settled(let id, let value): writeResponse(id: id, result: value())
    }
  }
}
