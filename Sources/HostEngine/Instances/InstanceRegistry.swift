import Contracts
import Hosting
@_spi(Host) import JSON
import JSONRPC

/// The living instances of a session, their running inputs, and which of them have something to
/// publish.
///
/// It alone adds and removes instances. ``Session`` says why exclusive access is not checked at run
/// time.
final class InstanceRegistry {
  @exclusivity(unchecked) private var instances = NameTable<Instance>()
  @exclusivity(unchecked) private var createdCount = 0
  /// The instances whose announcing answer has not been written.
  @exclusivity(unchecked) private var unannounced: [Instance] = []
  /// The last number in a generated id, by ViewModel.
  @exclusivity(unchecked) var lastNumber: [String: Int] = [:]
  /// The instances that have something to publish or to read when the turn ends.
  @exclusivity(unchecked) private(set) var pending: [Instance] = []
  /// The instances whose outputs may change without a notification, by their serials.
  @exclusivity(unchecked) private(set) var silent: [Int: Instance] = [:]
  /// The serials of the instances that have changed in a turn that was cut off, until a turn
  /// settles.
  @exclusivity(unchecked) private var runaways: Set<Int> = []
  /// How many asynchronous inputs may run at once.
  var inputLimit: Int
  @exclusivity(unchecked) private(set) var inputCount = 0
  @exclusivity(unchecked) private var startedInputCount = 0
  /// The running inputs that are calls, by the ids of their requests.
  @exclusivity(unchecked) private var calls: [RequestID: RunningInput] = [:]
  private let changes: ChangeLog

  /// - Parameters:
  ///   - changes: receives the notifications of the instances.
  ///   - inputLimit: how many asynchronous inputs may run at once.
  init(changes: ChangeLog, inputLimit: Int) {
    self.changes = changes
    self.inputLimit = inputLimit
  }

  // MARK: Finding one

  subscript(id: String) -> Instance? { instances[id] }

  func instance(_ id: String) throws(RPCError) -> Instance {
    if let instance = self[id] { return instance }
    // With many instances, a frontend with a wrong id would keep the host busy with suggestions.
    let ids = instances.count > 50 ? [] : inOrder.map(\.id)
    throw RPCError(
      .unknownInstance,
      "There is no instance \(SimilarNames.shown(id))\(SimilarNames.question(for: id, among: ids))")
  }

  func instance(_ id: JSONText) throws(RPCError) -> Instance {
    if let instance = instances[id.bytes] { return instance }
    return try instance(id.string)
  }

  /// Whether an instance has not been announced.
  var hasUnannounced: Bool { !unannounced.isEmpty }

  /// All instances, in the order of their creation.
  var inOrder: [Instance] { instances.values.sorted { $0.serial < $1.serial } }

  // MARK: Their lifetime

  /// Returns the id for a frontend that chooses none: `counter-1`, or the next free number.
  func nextID(for name: String) -> String {
    var number = lastNumber[name, default: 0] + 1
    while self["\(name)-\(number)"] != nil { number += 1 }
    // Lower numbers are not tried again, even if this one stays unused.
    lastNumber[name] = number - 1
    return "\(name)-\(number)"
  }

  /// Adds a new instance.
  ///
  /// - Parameters:
  ///   - isCounted: whether the id is from ``nextID(for:)``.
  ///   - uses: the instances that it uses, by role.
  func add(
    _ hosted: HostedViewModel, id: String, isCounted: Bool,
    uses: [(role: String, instance: Instance)]
  ) -> Instance {
    createdCount += 1
    if isCounted { lastNumber[hosted.description.name, default: 0] += 1 }
    let instance = Instance(id: id, serial: createdCount, hosted: hosted, changes: changes)
    for (role, used) in uses { instance.use(used, as: role) }
    instances[id] = instance
    unannounced.append(instance)
    return instance
  }

  /// Notes that the answers that announce the new instances have been written.
  func announceNew() {
    if unannounced.isEmpty { return }
    while let instance = unannounced.popLast() { instance.announce() }
  }

  /// Removes an instance, cancels its inputs, and releases its ViewModel.
  ///
  /// - Returns: the inputs that were running, and whose end the frontend waits for.
  func remove(_ instance: Instance) -> [RunningInput] {
    instance.leaveUsed()
    var awaited: [RunningInput] = []
    if !instance.running.isEmpty {
      for (_, input) in instance.running.sorted(by: { $0.key < $1.key }) where cancel(input) {
        if input.origin.isAwaited { awaited.append(input) }
      }
    }
    instance.hosted.tearDown()
    instances[instance.id] = nil
    if instance.isSilent { silent[instance.serial] = nil }
    return awaited
  }

  // MARK: Their inputs

  /// Returns the unanswered call with an id.
  func call(_ id: RequestID) -> RunningInput? { calls[id] }

  /// The ids of the unanswered calls.
  var callIDs: [RequestID] { Array(calls.keys) }

  /// Lets an input run on without reporting its end to the frontend.
  func disregard(_ input: RunningInput) {
    if case .call(let id, _) = input.origin { calls[id] = nil }
    input.origin = .unreported
  }

  /// Adds an asynchronous input that is about to start.
  func start(_ input: RunningInput) {
    inputCount += 1
    startedInputCount += 1
    input.serial = startedInputCount
    input.instance.running[input.serial] = input
    if case .call(let id, _) = input.origin { calls[id] = input }
  }

  /// Removes an input that has ended.
  ///
  /// - Returns: false if it was cancelled before.
  func end(_ input: RunningInput) -> Bool {
    guard !input.hasEnded else { return false }
    input.hasEnded = true
    input.task = nil
    input.instance.running[input.serial] = nil
    inputCount -= 1
    if case .call(let id, _) = input.origin { calls[id] = nil }
    return true
  }

  /// Cancels an input and its task.
  ///
  /// - Returns: false if it had ended before.
  func cancel(_ input: RunningInput) -> Bool {
    let task = input.task
    guard end(input) else { return false }
    task?.cancel()
    return true
  }

  // MARK: Publishing

  /// Notes that outputs of an instance may change without a notification.
  func setSilent(_ instance: Instance) {
    if instance.isSilent || instance.isDisposed { return }
    instance.isSilent = true
    silent[instance.serial] = instance
  }

  /// Notes that an instance has changed in a turn that was cut off.
  ///
  /// - Returns: false if this was noted before.
  func setRunaway(_ instance: Instance) -> Bool { runaways.insert(instance.serial).inserted }

  /// Notes that a turn has settled.
  func clearRunaways() { if !runaways.isEmpty { runaways.removeAll() } }

  /// Schedules an instance to be read and published at the end of the turn.
  func setPending(_ instance: Instance) {
    guard !instance.isPending && !instance.isDisposed else { return }
    instance.isPending = true
    pending.append(instance)
  }

  /// Removes the pending instances, and calls a closure with each, in the order of their creation.
  /// Disposed ones are left out: their changes were published when they were disposed.
  ///
  /// - Parameter body: may make instances pending again, for the next turn.
  func drainPending(_ body: (Instance) -> Void) {
    let count = pending.count
    if count == 1 {
      // The common case.
      let instance = pending.removeLast()
      instance.isPending = false
      if !instance.isDisposed { body(instance) }
      return
    }
    if count == 0 { return }
    pending.sort { $0.serial < $1.serial }
    for index in 0..<count { pending[index].isPending = false }
    for index in 0..<count where !pending[index].isDisposed { body(pending[index]) }
    pending.removeFirst(count)
  }
}

/// A running asynchronous input.
final class RunningInput {
  /// Where its end is reported.
  enum Origin {
    /// To a `viewModel/call`, with the line that it came in: see ``Turn/batch``.
    case call(RequestID, batch: Int)
    /// To a `viewModel/input`, with the index of the input in the interface.
    case input(Int, seq: JSONValue?)
    /// Nowhere: its end was reported already.
    case unreported

    /// Whether the frontend waits for its end.
    var isAwaited: Bool {
      switch self {
      case .call, .input(_, .some): true
      case .input(_, nil), .unreported: false
      }
    }
  }

  fileprivate(set) var origin: Origin
  let instance: Instance
  /// Its number in the order of starts.
  fileprivate var serial = 0
  var task: Task<Void, Never>?
  /// Whether it has returned, or was cancelled.
  fileprivate(set) var hasEnded = false

  init(_ origin: Origin, of instance: Instance) {
    self.origin = origin
    self.instance = instance
  }
}
