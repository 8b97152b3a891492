import JSON
import JSONRPC
import ViewModelKit

/// The conversation with one frontend: lines come in, lines go out; the I/O is somebody else's.
///
/// Each line that is received is a turn, and so is each timer and each completion, for which the owner calls
/// ``settle()``. What is to be sent stands in ``output``.
final class Session {
  let about: HostInformation
  let loop: any TurnLoop
  let changes: ChangeLog
  let options: Options

  /// How far the conversation has come.
  enum Phase {
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
  struct Options {
    /// The longest line that is read, in bytes.
    var lineLimit = 16 * 1024 * 1024
    /// How many bytes may wait to be sent before the host stops reading.
    var queueLimit = 1024 * 1024
  }

  var phase = Phase.fresh
  var logLevel = LogLevel.off
  var mergesUpdates = true
  /// Set by the owner while the reader is slow: bytes wait that could not be sent.
  var isBackedUp = false
  /// Set by an owner that calls ``followAll()`` when it has been quiet for a while.
  var followsLate = false
  /// Writes the session down, if somebody wants that. Then no updates are merged, as there is no pipe in a replay.
  var recorder: Recorder?
  /// What is to be sent.
  var output = JSONWriter(minimumCapacity: 4096)

  /// How long another thread may take, in nanoseconds, from telling of a change to making it.
  var uncertainty: Int64 = 100_000_000

  private(set) var instances: [ExactString: Instance] = [:]
  private var createdCount = 0
  private var lastNumber: [String: Int] = [:]
  /// What asks the frontend.
  let services: ServiceDesk
  /// The calls that have not been answered, by the id of their request.
  var calls: [RequestID: RunningInput] = [:]

  var turnCount = 0
  /// Whether what happens now is a line's doing, and not a ViewModel's own.
  var isHandlingLine = false
  /// Set by an owner that can wait until the frontend has taken what is to be sent.
  var makeRoom: (() -> Void)?
  // What a turn gathers; `Session+Turn.swift` writes it out.
  var failures: [Answer] = []
  var answers: [Answer] = []
  var listed: [Instance] = []
  var runaways: [Instance] = []
  /// The instances to which something has happened in this turn.
  var touched: [Instance] = []
  /// The instances with outputs that nobody tells of.
  var unfollowing: [Instance] = []
  /// The outputs, with their ViewModels' names, that have been warned of.
  var warned: Set<String> = []
  /// What can be said of the catalog before there are instances.
  private(set) lazy var advice = about.catalog.advice
  /// Set by an owner that has somewhere to write warnings for the author to.
  var showWarning: ((String) -> Void)?
  var entries = JSONWriter(minimumCapacity: 256)
  var changeList: [ChangeLog.Entry] = []

  /// - Parameters:
  ///   - about: what the host offers, and how it calls itself.
  ///   - loop: runs what is ready, and has the clock.
  init(_ about: HostInformation, loop: any TurnLoop, options: Options = Options()) {
    self.about = about
    self.loop = loop
    self.options = options
    Process.noteMainThread()
    changes = ChangeLog(wake: loop.wake)
    services = ServiceDesk(clock: loop.clock, wake: loop.wake)
    // A process that has several sessions, one after another, has them answered by the last.
    Services.shared.open(InstanceServices(services, instance: nil), of: about.catalog)
  }

  /// Whether there is room for more input; while there is not, nothing should be received.
  var wantsInput: Bool { !isFull && phase != .ended }

  /// Whether as much waits to be sent as may wait.
  var isFull: Bool { output.count >= options.queueLimit }

  /// Whether not even the ViewModels' own work should go on, as each of its turns is to have an update of its own.
  var mustWait: Bool { isFull && !canMerge }

  /// Whether changes of state may be put off while the reader is slow.
  var canMerge: Bool { mergesUpdates && recorder == nil && !loop.isVirtual }

  /// The instance with that id.
  func instance(_ id: String) throws(RPCError) -> Instance {
    guard let instance = instances[ExactString(id)] else {
      throw RPCError(
        .unknownInstance, "There is no instance \(id)\(SimilarNames.question(for: id, among: ids))")
    }
    return instance
  }

  /// The ids of the instances, in the order of their creation; none where there are so many that a frontend with a wrong
  /// id would keep the host busy.
  private var ids: [String] {
    guard instances.count <= 100 else { return [] }
    return instances.values.sorted { $0.serial < $1.serial }.map(\.id)
  }

  /// Takes in a new instance.
  ///
  /// - Parameters:
  ///   - id: its id, which is free.
  ///   - number: the number in it, if it is counted.
  ///   - observed: the outputs that are part of its state; nothing for all.
  ///   - uses: those that it uses, by role.
  func add(
    _ hosted: HostedViewModel, id: String, number: Int?, observing observed: Set<Int>?,
    uses: [(role: String, instance: Instance)]
  ) -> Instance {
    createdCount += 1
    if let number { lastNumber[hosted.description.name] = number }
    let instance = Instance(
      id: id, serial: createdCount, hosted: hosted, changes: changes)
    instances[ExactString(instance.id)] = instance
    for (role, used) in uses {
      used.users[instance.serial] = (role, instance)
      instance.used.append(used)
    }
    for failure in hosted.activate(instance, observing: observed) {
      fail(instance, failure.error, output: failure.output)
    }
    noteUnfollowed(of: instance)
    return instance
  }

  /// The number of the next id for a frontend that chooses none: `counter-1`, or what is free after the last.
  func nextNumber(for name: String) -> Int {
    var number = lastNumber[name, default: 0] + 1
    while instances[ExactString("\(name)-\(number)")] != nil { number += 1 }
    return number
  }

  /// Ends an instance, and those that use it. What it changed in this turn is still told.
  ///
  /// - Parameter reason: what to tell a frontend that did not dispose it itself.
  func dispose(_ instance: Instance, closing reason: String? = nil) {
    guard !instance.isDisposed else { return }
    collectChanges()
    if instance.isAnnounced {
      instance.isDisposed = true
      writeEntry(of: instance)
    } else {
      // It was created in the same batch: its answer comes first.
      absorbChanges(of: instance)
      if instance.hasNews { listForUpdate(instance) }
      instance.isDisposed = true
    }
    for (_, user) in instance.users.sorted(by: { $0.key < $1.key }) {
      let reason = "\(instance.id), which it uses as \(user.role), was disposed"
      dispose(user.instance, closing: reason)
    }
    for used in instance.used { used.users[instance.serial] = nil }
    let inputs = instance.running.values.sorted { $0.serial < $1.serial }
    for input in inputs {
      cancel(
        input, RPCError(.cancelled, "Cancelled: the instance \(instance.id) was disposed"),
        isTold: input.origin.isAwaited)
    }
    instance.hosted.tearDown()
    instances[ExactString(instance.id)] = nil
    if let reason {
      answers.append(
        .notification("viewModel/closed", ["id": .string(instance.id), "reason": .string(reason)]))
    }
  }

  /// Ends all instances, the newest first, so that none is closed for the sake of another.
  func disposeAll() {
    for instance in instances.values.sorted(by: { $0.serial > $1.serial }) { dispose(instance) }
  }

  /// The input has ended, or the process is to end: disposes everything, so that every call has its answer.
  func end() {
    guard phase != .ended else { return }
    recorder?.inputEnds()
    phase = .ended
    disposeAll()
    settle()
  }
}

/// What a host offers, and how it calls itself.
struct HostInformation {
  let name: String
  let version: String
  let catalog: Catalog
  /// More jobs than a turn can have: it would be of a ViewModel that sets off its own work for ever, and is cut off.
  var jobLimit = 1_000_000

  /// The versions of the protocol that are spoken, the newest first.
  static let protocolVersions = ["1"]
}
