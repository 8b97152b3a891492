import Hosting
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// The conversation with one frontend: lines in, lines out, without I/O.
///
/// Everything happens in turns, and ``perform(_:)`` is the only entry. What is to be sent is in
/// ``outbox``.
///
/// `@exclusivity(unchecked)`: the main thread alone uses these properties, and no code of an author
/// runs while one is accessed. The check at run time would cost a tenth of an input.
package final class Session {
  let about: HostInformation
  @exclusivity(unchecked) package private(set) var options: Options
  /// Runs ready work, and has the clock.
  let loop: any TurnLoop
  /// Whether time moves only on request (`clock/advance`).
  let hasVirtualTime: Bool
  /// The living instances and their inputs.
  let instances: InstanceRegistry
  /// The service calls of the ViewModels.
  let services: ServiceCalls
  /// The notifications of the ViewModels that no turn has collected.
  let changes: ChangeLog

  @exclusivity(unchecked) package private(set) var phase = Phase.fresh
  /// The agreement made by `initialize`.
  @exclusivity(unchecked) private(set) var agreement = Agreement()
  @exclusivity(unchecked) var turn = Turn()
  @exclusivity(unchecked) package var outbox: Outbox
  /// Warnings for the authors of the ViewModels.
  package var advice = AuthorAdvice()
  /// Checks sent values against the contract, in debug builds and where a transcript is played.
  @exclusivity(unchecked) private(set) var sentValues: SentValues?
  /// Records the causes of the turns, and what they send.
  @exclusivity(unchecked) package var turnLog: (any TurnLog)?
  /// The recorded causes of the turns, if they are kept.
  package var history: (any SessionHistory)?
  /// The earlier state to which another process is to restore the session, and the request for it.
  /// No input is read until that has succeeded or failed.
  @exclusivity(unchecked) package private(set) var rewind: (id: RequestID, plan: JSONValue)?
  /// Called with the id of an instance before it is created, and before an input of it is called.
  @exclusivity(unchecked) package var willCall: ((String) -> Void)?
  /// Whether the owner performs ``Turn/Cause/quiet`` when no turn has come for ``timeToQuiet``.
  @exclusivity(unchecked) package var supportsQuiet = false
  /// The pending `viewModel/try` requests, in order.
  @exclusivity(unchecked) var trials: [Trial] = []
  /// Whether the owner reports the outcomes of trials (``Turn/Cause/tried``): in a replay they are
  /// recorded.
  package var awaitsTrials = false
  /// Whether a trial is running: in this process, or in the copy for it.
  var isTrying = false
  /// Whether outputs may have changed without a notification, and no turn has read them since.
  @exclusivity(unchecked) var hasUnreadOutputs = false

  /// - Parameters:
  ///   - about: the host's name and version, and what it offers.
  ///   - loop: runs ready work, and has the clock.
  package init(_ about: HostInformation, loop: any TurnLoop, options: Options = Options()) {
    self.about = about
    self.loop = loop
    hasVirtualTime = loop.virtualTime != nil
    self.options = options
    Process.noteMainThread()
    changes = ChangeLog(wake: loop.wake)
    instances = InstanceRegistry(changes: changes, inputLimit: options.callLimit)
    services = ServiceCalls(
      scheduler: loop.scheduler, limit: options.callLimit, wake: loop.wake)
    outbox = Outbox(limit: options.queueLimit)
    if options.checksSentValues { sentValues = SentValues() }
    services.noteUnanswered = { [weak self] in self?.adviseOnUnanswered($0, askedBy: $1) }
    // If a process has several sessions, one after another, the last one answers them.
    Services.shared.open(InstanceServices(calls: services, instance: nil), of: about.catalog)
  }

  /// The number of the current turn, or of the last one.
  package var turnNumber: Int { turn.number }

  // MARK: The phases of the conversation

  /// Starts the conversation unless the phase forbids it.
  ///
  /// - Throws: ``RPCError`` when it does.
  func begin() throws(RPCError) {
    try checkPhase()
    phase = .running
  }

  /// Starts the conversation with an agreement.
  func begin(_ agreement: Agreement) {
    phase = .running
    agree(on: agreement)
  }

  private func agree(on agreement: Agreement) {
    self.agreement = agreement
    turn.updates.quotesLargeIntegers = agreement.quotesLargeIntegers
    outbox.bytes.quotesLargeIntegers = agreement.quotesLargeIntegers
  }

  /// Starts over with another frontend, without an agreement.
  func resetAgreement() {
    phase = .fresh
    agree(on: Agreement())
  }

  /// Notes that there is no common version.
  func refuse() { phase = .refused }

  /// Sets the limits that held when a recording was made.
  func setLimits(lineBytes: Int?, calls: Int?) {
    if let lineBytes { options.lineLimit = lineBytes }
    if let calls {
      options.callLimit = calls
      instances.inputLimit = calls
      services.limit = calls
    }
  }

  /// Waits for another process to restore an earlier state of the session.
  func beginRewind(_ rewind: (id: RequestID, plan: JSONValue)) { self.rewind = rewind }

  /// Ends the wait for another process.
  func endRewind() { rewind = nil }

  /// Disposes all instances. The process runs until `exit` or the end of its input.
  func shutDown() {
    disposeAll()
    phase = .shutDown
  }

  /// Disposes all instances, and ends the conversation: no more input is read.
  func end() {
    refuseTrials()
    disposeAll()
    phase = .ended
  }

  /// Ends the conversation without disposing instances, as that may crash.
  func abandon() { phase = .ended }

  /// Checks the phase for a request that not every phase allows.
  func checkPhase() throws(RPCError) {
    switch phase {
    case .fresh, .running: break
    case .refused:
      throw RPCError(
        .notInitialized,
        "Not initialized: the frontend and this host found no common protocol version")
    case .shutDown, .ended: throw RPCError(.shutDown, "The host is shut down")
    }
  }

  // MARK: Instances

  /// Adds a new instance.
  ///
  /// - Parameters:
  ///   - isCounted: whether the id is from ``InstanceRegistry/nextID(for:)``.
  ///   - observed: the observed outputs, by their indices; `nil` for all.
  ///   - uses: the instances that it uses, by role.
  /// - Throws: when an output that is never null has no value; then the instance is not added.
  func add(
    _ hosted: HostedViewModel, id: String, isCounted: Bool, observing observed: [Int: OutputPart]?,
    uses: [(role: String, instance: Instance)]
  ) throws(NoFirstElement) -> Instance {
    let canExpect = supportsQuiet && instances.pending.count < Self.expectationLimit
    let instance = instances.add(hosted, id: id, isCounted: isCounted, uses: uses)
    let failures = hosted.activate(instance, observing: observed, canPoll: canExpect)
    for failure in failures {
      guard let missing = failure.error as? NoFirstElement else { continue }
      instance.dispose()
      _ = instances.remove(instance)
      throw missing
    }
    noteRead(of: instance, failures)
    return instance
  }

  /// At most this many new instances are polled every turn instead of being observed.
  static let expectationLimit = 8

  /// Disposes an instance, and those that use it. Its changes in this turn are still published.
  ///
  /// - Parameter reason: for the frontend, if it has not disposed the instance itself.
  func dispose(_ instance: Instance, because reason: String? = nil) {
    guard !instance.isDisposed else { return }
    collectChanges()
    findLastSilentChanges(of: instance)
    writeUpdate(of: instance, at: moment(isLast: true))
    instance.dispose()
    for user in instance.usersInOrder {
      dispose(
        user.instance, because: "\(instance.id), which it uses as \(user.role), was disposed")
    }
    for input in instances.remove(instance) {
      let error = RPCError(.cancelled, "Cancelled: the instance \(instance.id) was disposed")
      complete(input.origin, of: instance, .failure(error))
    }
    if let reason { enqueue(ClosedNotification(id: instance.id, reason: reason)) }
  }

  /// Whether an answer of the turn announces this instance or is about one that uses it. Then the
  /// answers are written before it is disposed, as a disposed instance is not mentioned any more.
  func isMentioned(_ instance: Instance) -> Bool {
    !instance.isAnnounced
      || instance.users.values.contains { turn.mentions($0.instance) || isMentioned($0.instance) }
  }

  /// Disposes all instances, the newest first, so that each is disposed before the ones that it
  /// uses.
  private func disposeAll() {
    for instance in instances.inOrder.reversed() {
      dispose(instance)
      FrontendWatch.noteProgress()
    }
  }

  // MARK: The reader

  /// Whether more input may be received: the outbox has room, and the conversation is open.
  var wantsInput: Bool { !outbox.isFull && phase != .ended && rewind == nil }

  /// Whether ViewModels have sent notifications that no turn has collected.
  package var hasChanges: Bool { !changes.isEmpty }

  /// Whether the ViewModels' own work has to wait, too: the outbox is full, and each turn needs its
  /// own update.
  package var mustWait: Bool { outbox.isFull && !canMerge }

  /// Whether changes of state may be deferred while the reader is slow. With virtual time the
  /// reader counts as slow only in a replay.
  var canMerge: Bool {
    agreement.mergesUpdates && (!hasVirtualTime || outbox.replayedPipe != nil)
  }

  /// Whether changes of state are deferred until the pipe to the frontend has room.
  var defersUpdates: Bool { outbox.replayedPipe?.isBackedUp ?? outbox.isBackedUp }

  /// Whether deferred seqs count against the outbox's limit. In a replay the recorded host has
  /// counted them.
  var countsDeferred: Bool { outbox.isBackedUp && canMerge && outbox.replayedPipe == nil }

  /// After an update, defers the next ones for the interval that the frontend asked for, as if the
  /// reader were slow. Updates that cannot be merged are still sent. Between timers that may be due
  /// in the same millisecond this must not change, as a recording has no time between them.
  func rest() {
    guard outbox.hasUpdate else { return }
    outbox.hasUpdate = false
    guard agreement.updateInterval > 0, canMerge, !hasVirtualTime else { return }
    outbox.isBackedUp = true
    outbox.restsUntil = Process.nanoseconds() &+ agreement.updateInterval
  }

  /// Whether events that ViewModels send on their own are dropped, as the outbox is full. With
  /// virtual time they never are, except in a replay.
  var dropsEvents: Bool {
    outbox.replayedPipe?.isFull ?? (outbox.isFull && !hasVirtualTime)
  }

  /// The state of the pipe to the frontend, as far as it affects what is sent.
  var pipe: PipeRequest {
    if hasVirtualTime { return PipeRequest() }
    return PipeRequest(isBackedUp: outbox.isBackedUp && canMerge, isFull: outbox.isFull)
  }

  /// The time without a turn after which outputs are to be read, in milliseconds; `nil` if they
  /// need not be.
  package var timeToQuiet: Int? {
    if defersUpdates { return nil }
    if hasUnreadOutputs { return 1 }
    var time: Int?
    for instance in instances.pending {
      if instance.hosted.needsRead { return 1 }
      if instance.hosted.needsLateRead { time = 300 }
    }
    return time
  }

  // MARK: Log lines

  /// The number of the turn, if the frontend wants it in updates.
  var shownTurn: Int? { agreement.wantsTurns ? turn.number : nil }

  /// Appends a notification to the answers of the turn.
  func enqueue(_ notification: some HostNotification) {
    turn.answers.append(Answer(.notification(notification)))
  }

  /// Writes a log line, if the frontend asked for that level.
  func log(_ level: LogLevel, _ message: String) {
    guard level >= agreement.logLevel else { return }
    enqueue(LogNotification(level, message))
  }
}

extension Session {
  /// The ids of the living instances, in the order of their creation.
  package var instanceIDs: [String] { instances.inOrder.map(\.id) }

  package enum Phase {
    /// Only `ping` was requested, so `initialize` may come.
    case fresh
    case running
    /// `initialize` found no common version.
    case refused
    case shutDown
    /// `exit` came, or the input ended: no more input is read.
    case ended
  }

  /// The choices of the frontend in `initialize`, and their defaults.
  struct Agreement {
    /// The params of `initialize`.
    var request: JSONValue?
    var logLevel = LogLevel.off
    var mergesUpdates = true
    /// The shortest time between two updates that can be merged, in nanoseconds.
    var updateInterval: Int64 = 0
    /// Whether integers that a double does not hold exactly are written as strings.
    var quotesLargeIntegers = false
    var wantsRestarts = false
    var wantsTurns = false
  }

  /// The options of the command line.
  package struct Options {
    /// The longest input line, in bytes.
    package var lineLimit: Int
    /// How many bytes may wait to be sent before the host stops reading.
    package var queueLimit: Int
    /// How many asynchronous inputs may run at once, and how many service calls may be open.
    package var callLimit: Int
    /// How long another thread may take from the notification of a change to the change, in
    /// nanoseconds.
    package var uncertainty: Int64
    /// Whether sent values are checked against the contract.
    package var checksSentValues = isDebugBuild

    /// The options for playing a transcript.
    package static var ofPlays: Options {
      var options = Options()
      options.checksSentValues = true
      return options
    }

    #if DEBUG
      private static let isDebugBuild = true
    #else
      private static let isDebugBuild = false
    #endif

    package init(
      lineLimit: Int = 16 * 1024 * 1024, queueLimit: Int = 1024 * 1024, callLimit: Int = 100_000,
      uncertainty: Int64 = 100_000_000
    ) {
      self.lineLimit = lineLimit
      self.queueLimit = queueLimit
      self.callLimit = callLimit
      self.uncertainty = uncertainty
    }
  }
}

/// The host's name and version, and what it offers.
package struct HostInformation {
  package let name: String
  package let version: String
  package let catalog: Catalog
  /// The most jobs in one turn: a ViewModel that exceeds it is taken to start new work without end,
  /// and the turn is cut off.
  package var jobLimit: Int

  package init(name: String, version: String, catalog: Catalog, jobLimit: Int = 1_000_000) {
    self.name = name
    self.version = version
    self.catalog = catalog
    self.jobLimit = jobLimit
  }

  /// The supported versions of the protocol, the newest first.
  package static let protocolVersions = ["1"]
}
