import JSON
import JSONRPC

/// An asynchronous input on its way.
final class RunningInput {
  /// Who waits for its end.
  enum Origin {
    case call(Reply)
    /// With the index of the input in the interface.
    case input(Int, seq: JSONValue?)

    /// Whether the frontend waits for the end.
    var isAwaited: Bool {
      if case .input(_, nil) = self { false } else { true }
    }
  }

  let origin: Origin
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

  /// - Returns: whether it was there.
  mutating func remove(_ input: RunningInput) -> Bool {
    guard !input.hasEnded else { return false }
    input.hasEnded = true
    input.task = nil
    input.instance.running[input.serial] = nil
    count -= 1
    if case .call(let reply) = input.origin { calls[reply.id] = nil }
    return true
  }
}
