import HostProtocol
import JSON
import JSONRPC

/// What one cause sets off, run until nothing more can run, and what the frontend is told of it.
///
/// Things are gathered here while the turn runs; ``Session/perform(_:)`` begins and ends it, and a ``JSONWriter``
/// writes it down.
package struct Turn: ~Copyable {
  /// Why there are turns: mostly one, several where a line asks for them.
  package enum Cause {
    /// The frontend has sent a line.
    case line(Frame)
    /// The frontend had sent a line that has cost a process its life: all that it asks for is refused with an error.
    indirect case lost(Frame, RPCError)
    /// Another process goes on with the session, which may have to do without an instance.
    indirect case restarted(Restart)
    /// It is known what has become of a hand-over to another process.
    indirect case handedOver(HandOver)
    /// A timer has fallen due.
    case timer
    /// Work is ready that neither a line nor a timer has made ready: it comes from another thread, or is what was left
    /// of a turn that was cut off.
    case arrival
    /// Tasks have taken steps on other threads, which is noted in a recording.
    case steps([RunRequest.Step])
    /// A task has brought something back from another thread: the number of the task in a recording.
    case completion(of: Int)
    /// It is known what the first open `viewModel/try` has come to.
    indirect case tried(Result<JSONValue, RPCError>)
    /// The frontend has taken what waited to be sent.
    case room
    /// There was no turn for a while.
    case quiet
    /// The input has ended, or the process is to end.
    case end

    /// Whether the turn is one of those that ViewModels have; the others only look again at what is there.
    var isCounted: Bool {
      switch self {
      case .line, .lost, .restarted, .timer, .arrival, .steps, .completion, .tried, .end: true
      case .room, .quiet, .handedOver: false
      }
    }
  }

  /// What has become of a hand-over.
  package nonisolated struct HandOver {
    /// Why there was none, for people.
    package var complaint: String?
    /// The answer to the request for it.
    package var response: (id: RequestID, result: Result<JSONValue, RPCError>)?

    package init(
      complaint: String? = nil,
      response: (id: RequestID, result: Result<JSONValue, RPCError>)? = nil
    ) {
      self.complaint = complaint
      self.response = response
    }
  }

  /// What has to be done when another process goes on.
  package nonisolated struct Restart {
    /// What is said to frontends that ask for it.
    package var notification: RestartedNotification
    /// The id of the instance whose own work has ended the process time after time, and why it is closed.
    package var closed: (id: String, reason: String)?
    /// What that work was, which has been taken back.
    package var skipped: Skipped?

    /// Work that no line has set off.
    package enum Skipped {
      /// The next timer that is due at a time, in nanoseconds since the start.
      case timer(dueAt: Int64)
      /// What a task has brought back first.
      case completion(of: Int)
      /// The next step of a task on another thread.
      case step(of: Int)
    }

    package init(_ notification: RestartedNotification) { self.notification = notification }
  }

  /// What is left of a line when a turn of it has ended.
  struct Rest {
    /// The turns that the player of a transcript asks for: they come first, `next` makes ready what is the next of them,
    /// and `end` says what has come of it. The array's answers so far stay together with those to come.
    var requested: (next: () -> Bool, end: () -> Void)?
    /// Whether the last message that was handled is to be handled once more: nothing of it has been done, as it ends
    /// instances that are still to be announced. They can only have been created in the same array.
    var repeatsMessage = false
    /// The messages of its array that have not been handled, as they came.
    var messages: ArraySlice<[UInt8]> = []
  }

  /// Counts the turns; what a transcript's player asks for is none, but what it lets come.
  private(set) var number = 0
  /// Whether a line has set it off, and not a ViewModel's own work.
  private(set) var isOfLine = false
  private(set) var isQuiet = false
  /// Whether nothing was left to run. If not, it was cut off.
  var hasSettled = true
  /// Whether its line has had a ViewModel do something: an input that was not refused, or has changed something all the
  /// same.
  var isStep = false
  /// What its cause has still to do, as another turn.
  var rest: Rest?
  /// What of the frontend it handles: a line, or the messages of an array up to here. These are counted.
  private(set) var batch = 0
  /// Whether that is an array of messages; then its answers are an array, too.
  private(set) var isArray = false
  /// The answers of its array so far, while other turns of its line come before those to come.
  private var held: [Answer] = []
  private var holdsBatch = false
  /// The instances to which something has happened.
  var touched: [Instance] = []
  /// The instances whose state the frontend asks for with `viewModel/snapshot`.
  var inspected: [Instance] = []

  // What there is to tell, in the order in which it is written.

  /// The entries of the update, with commas between them.
  var updates = JSONWriter(minimumCapacity: 256)
  /// What comes before the answers: cancelled service calls, what was wrong with the frontend's answers, failures.
  private(set) var notices: [any HostNotification] = []
  var answers: [Answer] = []
  var calls: [ServiceCallRequest] = []
  /// Answers to the player of a transcript, for which nothing has to be sent that could wait.
  var playerAnswers: [Answer] = []

  /// The failures of ViewModels that are not among the notices yet.
  var failures: [(instance: Instance, notification: FailedNotification)] = []

  /// Counts on from a number.
  mutating func goOn(from number: Int) { self.number = number }

  /// Begins a turn; what a ViewModel has done outside of any is in it already.
  mutating func begin(_ cause: Cause) {
    if cause.isCounted { number += 1 }
    switch cause {
    case .line, .lost: isOfLine = true
    default: isOfLine = false
    }
    if case .quiet = cause { isQuiet = true } else { isQuiet = false }
    batch += 1
    isArray = false
    isStep = false
    hasSettled = true
  }

  /// The line is the request of a transcript's player, which the session that is played did not have: it only lets come
  /// what ViewModels do now. An array is a turn all the same.
  mutating func becomesOwn() {
    isOfLine = false
    if !isArray { number -= 1 }
  }

  /// What a transcript's player has let come is a turn.
  mutating func count() { number += 1 }

  /// The line is an array of messages.
  mutating func beginArray() { isArray = true }

  /// Whether one of the answers has the state of an instance.
  func mentions(_ instance: Instance) -> Bool {
    held.contains { $0.instance === instance } || answers.contains { $0.instance === instance }
  }

  /// Answers a request of what is being handled.
  mutating func answer(_ content: consuming Answer.Content) {
    answers.append(Answer(content, in: batch))
  }

  /// Refuses a request.
  mutating func refuse(_ id: RequestID, _ error: RPCError) {
    answer(.response(id, .failure(error)))
  }

  /// Has the message that is being handled handled once more, when what was said up to it has been written.
  mutating func repeatMessage() { rest = Rest(repeatsMessage: true) }

  /// Keeps the answers that an array is made of, if what is left of the line adds to them; but none if one announces
  /// an instance, about which nothing is published before.
  mutating func holdBatch() {
    guard isArray, rest?.requested != nil,
      answers.allSatisfy({ $0.instance?.isAnnounced ?? true })
    else { return }
    holdsBatch = true
    held += answers.filter { $0.batch == batch }
    answers.removeAll { $0.batch == batch }
  }

  /// Goes on as another turn of the same line, if not as what is still to be asked for. What has not been answered by
  /// now is not part of its array.
  mutating func goOn() {
    if rest?.requested == nil { count() }
    holdsBatch = false
    batch += 1
  }

  /// The updates are known: what else comes before the answers is, too.
  mutating func takeNotices(of services: ServiceCalls) {
    if services.hasNotices { notices = services.takeNotices() }
    if failures.isEmpty { return }
    for (instance, failure) in failures where instance.isAnnounced { notices.append(failure) }
    failures.removeAll(where: \.instance.isAnnounced)
  }

  /// Whether it gives nothing that has to be sent before what later turns give.
  var canWait: Bool {
    failures.isEmpty && answers.isEmpty && (holdsBatch || held.isEmpty) && updates.count == 0
  }

  /// Forgets what was written.
  mutating func removeAll() {
    updates.removeAll()
    // Most turns have none of these.
    if !notices.isEmpty { notices.removeAll() }
    // The room for the answers to a large batch is not kept; most are one, which is taken with less work.
    if answers.capacity > 64 { answers.removeAll() }
    while answers.popLast() != nil {}
    if !calls.isEmpty { calls.removeAll() }
  }
}

/// What a turn answers, in order, after its update.
struct Answer {
  enum Content {
    case response(RequestID, Result<JSONValue, RPCError>)
    /// What the input has returned that was called.
    case returned(RequestID, JSONValue)
    /// The state of the instance at the end of the turn; updates follow from then on.
    case snapshot(RequestID, Instance)
    /// What is so at the end of the turn.
    case settled(RequestID, () -> JSONValue)
    case notification(any HostNotification)
  }

  let content: Content
  /// Which line of the frontend it answers, if it does: see ``Turn/batch``.
  var batch: Int?

  init(_ content: Content, in batch: Int? = nil) {
    self.content = content
    self.batch = batch
  }

  /// The instance whose state it has.
  var instance: Instance? {
    if case .snapshot(_, let instance) = content { instance } else { nil }
  }
}

extension Turn {
  /// Writes down what the turn publishes, as lines, and forgets it.
  ///
  /// - Parameters:
  ///   - number: the number of the turn, if the frontend wants it.
  ///   - limit: how many bytes the answers to an array may have before it gets no more snapshots.
  mutating func move(to writer: inout JSONWriter, as number: Int?, limit: Int) {
    writer.writeUpdate(of: updates, in: number)
    for notice in notices { writer.writeLine(Answer(.notification(notice))) }
    if answers.count == 1 && !isArray {
      // What most turns have.
      writer.writeLine(answers.removeLast())
    } else {
      // What earlier lines have set off comes before the answers to this one.
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
  /// The responses to an array of messages are an array (JSON-RPC 2.0, section 6).
  ///
  /// - Parameter limit: behind so many bytes there are no more snapshots, but for what announces an instance.
  fileprivate mutating func writeArray(_ answers: [Answer], limit: Int) {
    let start = count
    var announced: Set<ObjectIdentifier> = []
    for (index, answer) in answers.enumerated() {
      let isOver = count - start > limit
      writeRaw(index == 0 ? "[" : ",")
      if case .snapshot(let id, let instance) = answer.content, isOver,
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
