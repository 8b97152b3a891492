import JSON
import JSONRPC

/// An asynchronous input on its way.
final class RunningInput {
  /// Who is told when it ends.
  enum Origin {
    case call(Reply)
    /// With the place of the input in the interface.
    case input(Int, seq: JSONValue?)

    /// Whether the frontend waits for the end.
    var isAwaited: Bool {
      if case .input(_, nil) = self { false } else { true }
    }
  }

  let origin: Origin
  let instance: Instance
  /// Inputs are counted as they start.
  fileprivate(set) var serial = 0
  var task: Task<Void, Never>?
  /// Whether its end has been told already, as it was cancelled.
  var isSettled = false

  init(_ origin: Origin, of instance: Instance) {
    self.origin = origin
    self.instance = instance
  }
}

/// The asynchronous inputs of a session that are on their way.
struct RunningInputs {
  /// How many there may be.
  let limit: Int
  private(set) var count = 0
  private var startedCount = 0
  /// Those that are calls, by the id of the request.
  private var calls: [RequestID: RunningInput] = [:]

  init(limit: Int) { self.limit = limit }

  /// The call that has not been answered.
  func call(_ id: RequestID) -> RunningInput? { calls[id] }

  mutating func add(_ input: RunningInput) {
    count += 1
    startedCount += 1
    input.serial = startedCount
    input.instance.running[input.serial] = input
    if case .call(let reply) = input.origin { calls[reply.id] = input }
  }

  mutating func remove(_ input: RunningInput) {
    guard input.instance.running.removeValue(forKey: input.serial) != nil else { return }
    count -= 1
    if case .call(let reply) = input.origin { calls[reply.id] = nil }
  }
}
