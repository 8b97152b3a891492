import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// The conversation with one frontend: lines come in, lines go out; the I/O is somebody else's.
///
/// All that happens is a turn, and ``perform(_:)`` is the one way in. What is to be sent stands in ``outbox``.
package final class Session {
  let about: HostInformation
  package let options: Options
  /// Runs what is ready, and has the clock.
  let loop: any TurnLoop

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

  /// What the command line chose.
  package struct Options {
    /// The longest line that is read, in bytes.
    package var lineLimit: Int
    /// How many bytes may wait to be sent before the host stops reading.
    package var queueLimit: Int
    /// How many asynchronous inputs may be on their way, and how many service calls.
    package var callLimit: Int
    /// How long another thread may take, in nanoseconds, from telling of a change to making it.
    package var uncertainty: Int64

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

  // What `initialize` agrees on, and what follows.
  @exclusivity(unchecked) package var phase = Phase.fresh
  var logLevel = LogLevel.off
  var mergesUpdates = true

  // The state, each piece with one owner. What every turn uses is used by one thread and by no code of an author: that
  // no two uses overlap is not checked again at run time, which would be a tenth of what an input costs.
  @exclusivity(unchecked) var instances = InstanceTable()
  var running: RunningInputs
  let services: ServiceCalls
  let changes: ChangeLog
  @exclusivity(unchecked) var turn = Turn()
  /// The instances that have changed in a turn that was cut off.
  @exclusivity(unchecked) var runaways: [Instance] = []
  /// Whether there may be silent changes that no turn has looked for.
  var hasUnseen = false
  @exclusivity(unchecked) package var outbox: Outbox
  var advice = AuthorAdvice()

  // What the owner of the session offers.

  /// Writes the session down.
  @exclusivity(unchecked) package var recorder: Recorder?
  /// Whether what has been said is to be sent, and others are to have their turn, before the next line is handled.
  @exclusivity(unchecked) var wantsPause = false
  /// Stands for the pipe to the frontend while a session with a slow reader is replayed.
  var replayedPipe: PipeRequest?
  /// Whether the owner calls ``perform(_:)`` with `quiet` when no turn has come for ``timeToQuiet``.
  var hearsQuiet = false
  /// Waits until the frontend has taken what is to be sent.
  var makeRoom: (() -> Void)?
  /// Writes a warning for the author.
  package var showWarning: ((String) -> Void)?

  /// - Parameters:
  ///   - about: what the host offers, and how it calls itself.
  ///   - loop: runs what is ready, and has the clock.
  package init(_ about: HostInformation, loop: any TurnLoop, options: Options = Options()) {
    self.about = about
    self.loop = loop
    self.options = options
    Process.noteMainThread()
    changes = ChangeLog(wake: loop.wake)
    services = ServiceCalls(
      scheduler: loop.scheduler, limit: options.callLimit, wake: loop.wake)
    running = RunningInputs(limit: options.callLimit)
    outbox = Outbox(limit: options.queueLimit)
    // A process that has several sessions, one after another, has them answered by the last.
    Services.shared.open(InstanceServices(calls: services, instance: nil), of: about.catalog)
  }

  /// Whether there is room for more input; while there is not, nothing should be received.
  var wantsInput: Bool { !outbox.isFull && phase != .ended }

  /// Whether not even the ViewModels' own work should go on, as each of its turns is to have an update of its own.
  var mustWait: Bool { outbox.isFull && !canMerge }

  /// After how many milliseconds without a turn outputs are to be looked at; `nil` if there is no need.
  var timeToQuiet: Int? {
    if isPutOff { return nil }
    if hasUnseen { return 1 }
    var time: Int?
    for instance in instances.pending {
      if instance.hosted.wantsLook { return 1 }
      if instance.hosted.wantsLateLook { time = 300 }
    }
    return time
  }

  /// Whether changes of state may be put off while the reader is slow.
  var canMerge: Bool { mergesUpdates && (!loop.isVirtual || replayedPipe != nil) }

  /// Whether changes of state wait for room in the pipe to the frontend.
  var isPutOff: Bool { replayedPipe?.isBackedUp ?? outbox.isBackedUp }

  /// Whether there is no room for events that ViewModels produce by themselves. With virtual time there is always.
  var dropsEvents: Bool { replayedPipe?.isFull ?? (outbox.isFull && !loop.isVirtual) }

  /// So many instances are read in each turn, and not followed, as they are expected to change soon.
  static let expectationLimit = 8

  /// Takes in a new instance.
  ///
  /// - Parameters:
  ///   - isCounted: whether the id is from ``InstanceTable/nextID(for:)``.
  ///   - observed: what is part of its state, by the outputs' places; `nil` for all.
  ///   - uses: those that it uses, by role.
  func add(
    _ hosted: HostedViewModel, id: String, isCounted: Bool, observing observed: [Int: OutputPart]?,
    uses: [(role: String, instance: Instance)]
  ) -> Instance {
    let instance = instances.add(hosted, id: id, isCounted: isCounted, changes: changes)
    for (role, used) in uses {
      used.users[instance.serial] = (role, instance)
      instance.used.append(used)
    }
    let canExpect = hearsQuiet && instances.pending.count < Self.expectationLimit
    for failure in hosted.activate(instance, observing: observed, canExpect: canExpect) {
      fail(instance, failure.error, output: failure.output)
    }
    noteWhatNobodyTells(of: instance)
    if hosted.isDue { instances.setPending(instance) }
    return instance
  }

  /// Ends an instance, and those that use it. What it changed in this turn is still told.
  func dispose(_ instance: Instance) {
    // What the same array of messages has created is announced first, and nothing is told about what is closed.
    if !instance.isAnnounced || mentionsUsers(of: instance) { cut(holdingArray: false) }
    dispose(instance, closing: nil)
  }

  /// Whether an answer of the turn is about instances that use this one.
  private func mentionsUsers(of instance: Instance) -> Bool {
    instance.users.values.contains {
      turn.mentions($0.instance) || mentionsUsers(of: $0.instance)
    }
  }

  /// - Parameter reason: what to tell a frontend that did not dispose it itself.
  private func dispose(_ instance: Instance, closing reason: String?) {
    guard !instance.isDisposed else { return }
    collectChanges()
    _ = instance.hosted.findSilentChanges()
    instance.isDisposed = true
    takeUpdate(of: instance, at: moment(isLast: true))
    if !instance.users.isEmpty {
      for (_, user) in instance.users.sorted(by: { $0.key < $1.key }) {
        dispose(
          user.instance,
          closing: "\(instance.id), which it uses as \(user.role), was disposed")
      }
    }
    for used in instance.used { used.users[instance.serial] = nil }
    if !instance.running.isEmpty {
      for (_, input) in instance.running.sorted(by: { $0.key < $1.key }) {
        cancel(
          input, RPCError(.cancelled, "Cancelled: the instance \(instance.id) was disposed"),
          isTold: input.origin.isAwaited)
      }
    }
    instance.hosted.tearDown()
    instances.remove(instance)
    if let reason { tell(ClosedNotification(id: instance.id, reason: reason)) }
  }

  /// Ends all instances, the newest first, so that none is closed for the sake of another.
  func disposeAll() {
    let all = instances.inOrder
    if all.contains(where: { !$0.isAnnounced }) { cut(holdingArray: false) }
    for instance in all.reversed() { dispose(instance, closing: nil) }
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
