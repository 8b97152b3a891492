import JSON
import JSONRPC
import ViewModelKit

/// One living ViewModel of a session.
@MainActor
final class Instance: ViewModelObserver {
  let id: String
  /// Instances are counted as they are created; updates list them in that order.
  let serial: Int
  let hosted: HostedViewModel
  /// Counts the updates.
  var revision = 0
  /// Those that were created with this one, by their serial.
  var users: [Int: (role: String, instance: Instance)] = [:]
  /// Those that this one was created with.
  var used: [Instance] = []
  /// Whether the answer to its creation has been written, so that updates may follow.
  var isAnnounced = false
  var isDisposed = false
  /// Whether it changed in a turn that was cut off, and no turn has settled since.
  var isRunaway = false

  /// What the next update is made of.
  var isListed = false
  /// Whether it is listed only because some outputs, which have changed in the last turn, are not followed.
  var isListedUntold = false
  /// Whether something has happened to it in this turn.
  var isTouched = false
  private var changedOutputs: [Int] = []
  var events: [(index: Int, value: JSONValue)] = []
  /// Events that there was no room for.
  var droppedEvents = 0
  var done: [JSONValue] = []
  /// The asynchronous inputs on their way, in the order of their start.
  var running: [Int: RunningInput] = [:]
  fileprivate var startedCount = 0

  private let changes: ChangeLog

  init(id: String, serial: Int, hosted: HostedViewModel, changes: ChangeLog) {
    self.id = id
    self.serial = serial
    self.hosted = hosted
    self.changes = changes
  }

  nonisolated func outputsDidChange(at indices: [Int]) {
    changes.record(.outputs(self, indices, isForeign: !Process.isMainThread))
  }

  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {
    changes.record(.event(self, index: index, value))
  }

  /// The turn of the last change, and how many have followed upon each other up to then.
  private var lastChange = 0
  private var changeCount = 0

  /// Whether it has changed in several turns one after another, so that it can be expected to change in the next.
  var hasChangedOften: Bool { changeCount >= 3 }

  func noteChange(in turn: Int) {
    changeCount = lastChange == turn - 1 ? changeCount + 1 : 1
    lastChange = turn
  }

  /// The outputs at those places of the interface may have changed.
  func noteChanges(_ indices: [Int]) {
    // Most often they come in one piece, which is then passed on without a copy.
    if changedOutputs.isEmpty {
      changedOutputs = indices
    } else {
      changedOutputs = Set(changedOutputs).union(indices).sorted()
    }
  }

  /// Outputs that may change without being told of, although they are followed, and until when, in nanoseconds of the
  /// process: Observation tells before a value is set, and another thread may set it after it has been read here.
  private(set) var uncertainOutputs: [Int] = []
  private var uncertaintyEnd: Int64 = 0

  /// The outputs at those places are to be read again in the next turn, and in those up to some time.
  func noteUncertainty(of indices: some Sequence<Int>, until end: Int64) {
    uncertainOutputs = Set(uncertainOutputs).union(indices).sorted()
    uncertaintyEnd = max(uncertaintyEnd, end)
  }

  /// Whether there is still something uncertain; if not, it is forgotten.
  func isUncertain(at now: @autoclosure () -> Int64) -> Bool {
    if uncertainOutputs.isEmpty { return false }
    if now() < uncertaintyEnd { return true }
    uncertainOutputs = []
    return false
  }

  /// The outputs that may have changed since the last call, in order.
  func takeChangedOutputs() -> [Int] {
    let indices = changedOutputs
    changedOutputs = []
    return indices
  }

  nonisolated func workDidFail(_ error: any Error) {
    changes.record(.failure(self, error))
  }

  /// Whether there are events or seqs to tell.
  var hasNews: Bool { !events.isEmpty || !done.isEmpty }

  /// The state that the frontend knows, with the last update.
  var state: JSONValue {
    var object = JSONObject(minimumCapacity: hosted.outputs.count)
    for output in hosted.outputs where output.isObserved { object[output.name] = output.json }
    return .object(object)
  }

  /// `{id, revision, state}`.
  var snapshot: JSONValue {
    ["id": .string(id), "revision": .integer(Int64(revision)), "state": state]
  }
}

/// An asynchronous input on its way.
final class RunningInput {
  /// Who is told when it ends.
  enum Origin {
    case call(Reply)
    case input(name: String, seq: JSONValue?)

    /// Whether the frontend waits for the end.
    var isAwaited: Bool {
      if case .input(_, nil) = self { false } else { true }
    }
  }

  let origin: Origin
  let instance: Instance
  /// The inputs of an instance are counted as they start.
  let serial: Int
  var task: Task<Void, Never>?
  /// Whether its end has been told already, as it was cancelled.
  var isSettled = false

  init(_ origin: Origin, of instance: Instance) {
    self.origin = origin
    self.instance = instance
    instance.startedCount += 1
    serial = instance.startedCount
  }
}
