import Contracts
import Hosting
@_spi(Host) import JSON
import JSONRPC

/// The living instances of a session, with their inputs on the way; and which of them have something to publish.
///
/// It owns their lifetime: nobody else adds or removes one. As in ``Session``, that no two uses overlap is not checked
/// again at run time.
final class InstanceRegistry {
  @exclusivity(unchecked) private var instances = NameTable<Instance>()
  @exclusivity(unchecked) private var createdCount = 0
  /// The instances the answer to whose creation has not been written.
  @exclusivity(unchecked) private var unannounced: [Instance] = []
  /// The last number in an id of each ViewModel.
  @exclusivity(unchecked) var lastNumber: [String: Int] = [:]
  /// The instances that have something to publish, or to be read, when the turn ends.
  @exclusivity(unchecked) private(set) var pending: [Instance] = []
  /// The instances that may be given something without a notification, by their serial.
  @exclusivity(unchecked) private(set) var silent: [Int: Instance] = [:]
  /// The serials of the instances that have changed in a turn that was cut off, when no turn has settled since.
  @exclusivity(unchecked) private var runaways: Set<Int> = []
  /// How many asynchronous inputs may be on their way.
  var inputLimit: Int
  @exclusivity(unchecked) private(set) var inputCount = 0
  @exclusivity(unchecked) private var startedInputCount = 0
  /// The inputs on their way that are calls, by the id of the request.
  @exclusivity(unchecked) private var calls: [RequestID: RunningInput] = [:]
  private let changes: ChangeLog

  /// - Parameters:
  ///   - changes: what the instances notify.
  ///   - inputLimit: how many asynchronous inputs may be on their way.
  init(changes: ChangeLog, inputLimit: Int) {
    self.changes = changes
    self.inputLimit = inputLimit
  }

  // MARK: Finding one

  subscript(id: String) -> Instance? { instances[id] }

  /// The instance with that id.
  func instance(_ id: String) throws(RPCError) -> Instance {
    if let instance = self[id] { return instance }
    // Where there are many, a frontend with a wrong id would keep the host busy with suggestions.
    let ids = instances.count > 50 ? [] : inOrder.map(\.id)
    throw RPCError(
      .unknownInstance,
      "There is no instance \(SimilarNames.shown(id))\(SimilarNames.question(for: id, among: ids))")
  }

  /// The instance with that id.
  func instance(_ id: JSONText) throws(RPCError) -> Instance {
    if let instance = instances[id.bytes] { return instance }
    return try instance(id.string)
  }

  /// Whether the answer to the creation of one has not been written.
  var hasUnannounced: Bool { !unannounced.isEmpty }

  /// In the order of their creation.
  var inOrder: [Instance] { instances.values.sorted { $0.serial < $1.serial } }

  // MARK: Their lifetime

  /// The id for a frontend that chooses none: `counter-1`, or what is free after the last.
  func nextID(for name: String) -> String {
    var number = lastNumber[name, default: 0] + 1
    while self["\(name)-\(number)"] != nil { number += 1 }
    // Those before it are not looked at again, also when it is not used.
    lastNumber[name] = number - 1
    return "\(name)-\(number)"
  }

  /// Takes in a new instance.
  ///
  /// - Parameters:
  ///   - isCounted: whether the id is from ``nextID(for:)``.
  ///   - uses: those that it uses, by role.
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

  /// The answers to the creation of all that are new have been written.
  func announceNew() {
    if unannounced.isEmpty { return }
    while let instance = unannounced.popLast() { instance.announce() }
  }

  /// Removes an instance: its inputs are cancelled, and its ViewModel is let go of.
  ///
  /// - Returns: the inputs that were on their way, and whose end the frontend waits for.
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

  /// The call that has not been answered.
  func call(_ id: RequestID) -> RunningInput? { calls[id] }

  /// The ids of the calls that have not been answered.
  var callIDs: [RequestID] { Array(calls.keys) }

  /// Nobody waits for the end of an input any more; it goes on.
  func disregard(_ input: RunningInput) {
    if case .call(let id, _) = input.origin { calls[id] = nil }
    input.origin = .nobody
  }

  /// Takes in an asynchronous input that is about to start.
  func start(_ input: RunningInput) {
    inputCount += 1
    startedInputCount += 1
    input.serial = startedInputCount
    input.instance.running[input.serial] = input
    if case .call(let id, _) = input.origin { calls[id] = input }
  }

  /// An input has ended.
  ///
  /// - Returns: false if it had ended before, as it was cancelled.
  func end(_ input: RunningInput) -> Bool {
    guard !input.hasEnded else { return false }
    input.hasEnded = true
    input.task = nil
    input.instance.running[input.serial] = nil
    inputCount -= 1
    if case .call(let id, _) = input.origin { calls[id] = nil }
    return true
  }

  /// Ends an input before its time: its task is cancelled.
  ///
  /// - Returns: false if it had ended before.
  func cancel(_ input: RunningInput) -> Bool {
    let task = input.task
    guard end(input) else { return false }
    task?.cancel()
    return true
  }

  // MARK: What they have to publish

  /// The instance may be given something without a notification.
  func setSilent(_ instance: Instance) {
    if instance.isSilent || instance.isDisposed { return }
    instance.isSilent = true
    silent[instance.serial] = instance
  }

  /// The instance has changed in a turn that was cut off.
  ///
  /// - Returns: whether it was not so already.
  func setRunaway(_ instance: Instance) -> Bool { runaways.insert(instance.serial).inserted }

  /// A turn has settled.
  func clearRunaways() { if !runaways.isEmpty { runaways.removeAll() } }

  /// The instance has something to publish, or to be read, when the turn ends.
  func setPending(_ instance: Instance) {
    guard !instance.isPending && !instance.isDisposed else { return }
    instance.isPending = true
    pending.append(instance)
  }

  /// Hands over those that are pending, in the order of their creation. What one that is disposed meanwhile had to
  /// publish has been published.
  ///
  /// - Parameter body: may set others pending, which are then so for the next turn.
  func drainPending(_ body: (Instance) -> Void) {
    let count = pending.count
    if count == 1 {
      // What most turns have.
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

/// An asynchronous input on its way.
final class RunningInput {
  /// Who waits for its end.
  enum Origin {
    /// With what it came in: see ``Turn/batch``.
    case call(RequestID, batch: Int)
    /// With the index of the input in the interface.
    case input(Int, seq: JSONValue?)
    /// The frontend has its end already.
    case nobody

    /// Whether the frontend waits for the end.
    var isAwaited: Bool {
      switch self {
      case .call, .input(_, .some): true
      case .input(_, nil), .nobody: false
      }
    }
  }

  fileprivate(set) var origin: Origin
  let instance: Instance
  /// Inputs are counted as they start.
  fileprivate var serial = 0
  var task: Task<Void, Never>?
  /// Whether it has returned, or was cancelled.
  fileprivate(set) var hasEnded = false

  init(_ origin: Origin, of instance: Instance) {
    self.origin = origin
    self.instance = instance
  }
}
