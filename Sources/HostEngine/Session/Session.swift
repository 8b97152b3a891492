import Hosting
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// The conversation with one frontend: lines come in, lines go out; the I/O is somebody else's.
///
/// All that happens is a turn, and ``perform(_:)`` is the one way in. What is to be sent stands in ``outbox``.
///
/// What every turn uses is used by one thread and by no code of an author: that no two uses overlap is not checked
/// again at run time, which would be a tenth of what an input costs.
package final class Session {
  let about: HostInformation
  @exclusivity(unchecked) package private(set) var options: Options
  /// Runs what is ready, and has the clock.
  let loop: any TurnLoop
  /// Whether time moves only when it is told to.
  let hasVirtualTime: Bool
  /// The living instances and their inputs.
  let instances: InstanceRegistry
  /// What ViewModels ask of the frontend.
  let services: ServiceCalls
  /// What ViewModels have notified the session of since it last looked.
  let changes: ChangeLog

  @exclusivity(unchecked) package private(set) var phase = Phase.fresh
  /// What `initialize` has agreed on.
  @exclusivity(unchecked) private(set) var agreement = Agreement()
  @exclusivity(unchecked) var turn = Turn()
  @exclusivity(unchecked) package var outbox: Outbox
  /// What the authors of the ViewModels should know.
  package var advice = AuthorAdvice()
  /// Compares what is sent with the contract, in debug builds and where a transcript is played.
  @exclusivity(unchecked) private(set) var sentValues: SentValues?
  /// Writes down what the turns come from, and what they say.
  @exclusivity(unchecked) package var turnLog: (any TurnLog)?
  /// What the turns came from, where that is kept.
  package var history: (any SessionHistory)?
  /// What another process is to have the session be again, and the request for it. Nothing is read until that has come to
  /// something.
  @exclusivity(unchecked) package private(set) var rewind: (id: RequestID, plan: JSONValue)?
  /// Is told of each instance whose inputs are called, and of each that is created, by its id.
  @exclusivity(unchecked) package var willCall: ((String) -> Void)?
  /// Whether the owner performs ``Turn/Cause/quiet`` when no turn has come for ``timeToQuiet``.
  @exclusivity(unchecked) package var supportsQuiet = false
  /// The requests to try something that have no answer yet, in order.
  @exclusivity(unchecked) var trials: [Trial] = []
  /// Whether the owner says what they have come to (``Turn/Cause/tried``), as it did once before.
  package var awaitsTrials = false
  /// Whether it is found out what they come to; also in the copy of the process that is for that.
  var isTrying = false
  /// Whether there may be silent changes that no turn has looked for.
  @exclusivity(unchecked) var hasUnseen = false

  /// - Parameters:
  ///   - about: what the host offers, and how it calls itself.
  ///   - loop: runs what is ready, and has the clock.
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
    // A process that has several sessions, one after another, has them answered by the last.
    Services.shared.open(InstanceServices(calls: services, instance: nil), of: about.catalog)
  }

  /// The number of the turn that is under way, or has come last.
  package var turnNumber: Int { turn.number }

  // MARK: The phases of the conversation

  /// Something comes that needs a conversation: it is under way from here on.
  ///
  /// - Throws: when the phase does not allow it.
  func begin() throws(RPCError) {
    try checkPhase()
    phase = .running
  }

  /// The frontend and the host have agreed on a version.
  func begin(_ agreement: Agreement) {
    phase = .running
    agree(on: agreement)
  }

  private func agree(on agreement: Agreement) {
    self.agreement = agreement
    turn.updates.quotesLargeIntegers = agreement.quotesLargeIntegers
    outbox.bytes.quotesLargeIntegers = agreement.quotesLargeIntegers
  }

  /// Another frontend is there, with which nothing is agreed on.
  func beginAnew() {
    phase = .fresh
    agree(on: Agreement())
  }

  /// The frontend and the host have no common version.
  func refuse() { phase = .refused }

  /// Takes over the limits of the host that a recording is of.
  func setLimits(lineBytes: Int?, calls: Int?) {
    if let lineBytes { options.lineLimit = lineBytes }
    if let calls {
      options.callLimit = calls
      instances.inputLimit = calls
      services.limit = calls
    }
  }

  /// Another process is to have the session be again what it was.
  func beginRewind(_ rewind: (id: RequestID, plan: JSONValue)) { self.rewind = rewind }

  /// None is to any more.
  func endRewind() { rewind = nil }

  /// Ends all instances; the process goes on until `exit` or the end of its input.
  func shutDown() {
    disposeAll()
    phase = .shutDown
  }

  /// Ends all instances, and the conversation: nothing is read any more.
  func end() {
    refuseTrials()
    disposeAll()
    phase = .ended
  }

  /// Ends the conversation, but no instance, as that does not go well.
  func abandon() { phase = .ended }

  /// Refuses what is not allowed in every phase.
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

  /// Takes in a new instance.
  ///
  /// - Parameters:
  ///   - isCounted: whether the id is from ``InstanceRegistry/nextID(for:)``.
  ///   - observed: what is part of its state, by the outputs' indices; `nil` for all.
  ///   - uses: those that it uses, by role.
  /// - Throws: when an output that is never null has no value; then there is no instance.
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
    noteLook(at: instance, failures)
    return instance
  }

  /// So many instances are read in each turn, and not observed, as they are expected to change soon.
  static let expectationLimit = 8

  /// Ends an instance, and those that use it. What it changed in this turn is still published.
  ///
  /// - Parameter reason: what to say to a frontend that has not disposed it itself.
  func dispose(_ instance: Instance, because reason: String? = nil) {
    guard !instance.isDisposed else { return }
    collectChanges()
    findLastSilentChanges(of: instance)
    takeUpdate(of: instance, at: moment(isLast: true))
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

  /// Whether an answer of the turn announces this instance, or is about one that uses it. Then the answers are written
  /// before it is disposed: nothing is published about what is closed.
  func isMentioned(_ instance: Instance) -> Bool {
    !instance.isAnnounced
      || instance.users.values.contains { turn.mentions($0.instance) || isMentioned($0.instance) }
  }

  /// Ends all instances, the newest first, so that none is closed for the sake of another.
  private func disposeAll() {
    for instance in instances.inOrder.reversed() {
      dispose(instance)
      FrontendWatch.noteProgress()
    }
  }

  // MARK: The reader

  /// Whether there is room for more input; while there is not, nothing should be received.
  var wantsInput: Bool { !outbox.isFull && phase != .ended && rewind == nil }

  /// Whether ViewModels have notified the session of something that no turn has taken up.
  package var hasChanges: Bool { !changes.isEmpty }

  /// Whether not even the ViewModels' own work should go on, as each of its turns is to have an update of its own.
  package var mustWait: Bool { outbox.isFull && !canMerge }

  /// Whether changes of state may be put off while the reader is slow. With virtual time nobody is slow but in a replay.
  var canMerge: Bool {
    agreement.mergesUpdates && (!hasVirtualTime || outbox.replayedPipe != nil)
  }

  /// Whether changes of state wait for room in the pipe to the frontend.
  var defersUpdates: Bool { outbox.replayedPipe?.isBackedUp ?? outbox.isBackedUp }

  /// Whether the seqs that wait count as output. In a replay the recorded host has counted them.
  var countsDeferred: Bool { outbox.isBackedUp && canMerge && outbox.replayedPipe == nil }

  /// Nothing more is sent for a while but what cannot be merged, if an update has been written and the frontend wants to
  /// have them apart: as if the reader were slow. Between timers that may be due at the same millisecond this must not
  /// change, as a recording has no time between them.
  func rest() {
    guard outbox.hasUpdate else { return }
    outbox.hasUpdate = false
    guard agreement.updateInterval > 0, canMerge, !hasVirtualTime else { return }
    outbox.isBackedUp = true
    outbox.restsUntil = Process.nanoseconds() &+ agreement.updateInterval
  }

  /// Whether there is no room for events that ViewModels produce by themselves. With virtual time there is always.
  var dropsEvents: Bool {
    outbox.replayedPipe?.isFull ?? (outbox.isFull && !hasVirtualTime)
  }

  /// How the pipe to the frontend is, as far as it matters to what is said.
  var pipe: PipeRequest {
    if hasVirtualTime { return PipeRequest() }
    return PipeRequest(isBackedUp: outbox.isBackedUp && canMerge, isFull: outbox.isFull)
  }

  /// After how many milliseconds without a turn outputs are to be looked at; `nil` if there is no need.
  package var timeToQuiet: Int? {
    if defersUpdates { return nil }
    if hasUnseen { return 1 }
    var time: Int?
    for instance in instances.pending {
      if instance.hosted.needsRead { return 1 }
      if instance.hosted.needsLateRead { time = 300 }
    }
    return time
  }

  // MARK: What is said beside state

  /// The number of the turn, if the frontend wants to have it in updates.
  var shownTurn: Int? { agreement.wantsTurns ? turn.number : nil }

  /// Appends a notification to the answers of the turn.
  func enqueue(_ notification: some HostNotification) {
    turn.answers.append(Answer(.notification(notification)))
  }

  /// Writes a line for people, when the frontend asked for that level.
  func log(_ level: LogLevel, _ message: String) {
    guard level >= agreement.logLevel else { return }
    enqueue(LogNotification(level, message))
  }
}

extension Session {
  /// The ids of the living instances, in the order of their creation.
  package var instanceIDs: [String] { instances.inOrder.map(\.id) }

  /// How far the conversation has come.
  package enum Phase {
    /// Nothing but `ping` was asked, so `initialize` may come.
    case fresh
    case running
    /// `initialize` found no common version.
    case refused
    case shutDown
    /// `exit` came, or the input ended: nothing is read any more.
    case ended
  }

  /// What a frontend has chosen; what holds without `initialize`.
  struct Agreement {
    /// The params of `initialize`.
    var request: JSONValue?
    var logLevel = LogLevel.off
    var mergesUpdates = true
    /// How many nanoseconds there are at least between two updates that can be merged.
    var updateInterval: Int64 = 0
    /// Whether integers that a double does not hold exactly are written as texts.
    var quotesLargeIntegers = false
    var wantsRestarts = false
    var wantsTurns = false
  }

  /// What the command line chose.
  package struct Options {
    /// The longest line that is read, in bytes.
    package var lineLimit: Int
    /// How many bytes may wait to be sent before the host stops reading.
    package var queueLimit: Int
    /// How many asynchronous inputs may be on their way, and how many service calls.
    package var callLimit: Int
    /// How long another thread may take, in nanoseconds, from notifying of a change to making it.
    package var uncertainty: Int64
    /// Whether what is sent is compared with the contract.
    package var checksSentValues = isDebugBuild

    /// Where a transcript is played.
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

/// What a host offers, and how it calls itself.
package struct HostInformation {
  package let name: String
  package let version: String
  package let catalog: Catalog
  /// More jobs than a turn can have: it would be of a ViewModel that sets off its own work for ever, and is cut off.
  package var jobLimit: Int

  package init(name: String, version: String, catalog: Catalog, jobLimit: Int = 1_000_000) {
    self.name = name
    self.version = version
    self.catalog = catalog
    self.jobLimit = jobLimit
  }

  /// The versions of the protocol that are spoken, the newest first.
  package static let protocolVersions = ["1"]
}
