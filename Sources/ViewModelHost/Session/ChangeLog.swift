import JSON
import Synchronization

/// What the ViewModels have told since the session last looked.
///
/// Changes are told in the middle of a setter, and a ViewModel that is not isolated may run on any thread; so they are
/// only written down here, under a lock, and looked at when the turn has settled.
nonisolated final class ChangeLog: Sendable {
  enum Entry: Sendable {
    case outputs(Instance, [Int], isForeign: Bool)
    case event(Instance, index: Int, Result<JSONValue, any Error>)
    case failure(Instance, any Error)
  }

  private let entries = Mutex<[Entry]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: asks, from any thread, for the session to settle soon; needs do nothing during a turn.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func record(_ entry: Entry) {
    entries.withLock { $0.append(entry) }
    wake()
  }

  var isEmpty: Bool { entries.withLock { $0.isEmpty } }

  /// Hands over what has been written down, in order, and starts anew. The two lists change places, so that in the
  /// steady state none is allocated.
  func take(into list: inout [Entry]) {
    list.removeAll(keepingCapacity: true)
    entries.withLock { swap(&$0, &list) }
  }
}
