import Hosting
import JSON
import OperatingSystem
import Synchronization

/// What the ViewModels have told since the session last looked.
///
/// Changes are told in the middle of a setter, and a ViewModel that is not isolated may run on any thread; so they are
/// only written down here, under a lock, and looked at when the turn has settled.
nonisolated final class ChangeLog: Sendable {
  enum Entry: Sendable {
    case outputs(Instance, OutputSet, isForeign: Bool)
    case rows(Instance, OutputSet)
    case event(Instance, index: Int, Result<JSONValue, any Error>)
    case failure(Instance, any Error)
  }

  private struct State {
    var entries: [Entry] = []
    /// An empty list to go on with, so that in the steady state none is allocated.
    var spare: [Entry] = []
  }

  private let state = Lock(State())
  /// Whether there are entries: most turns end without any, and need no lock to know. The order of this and of what
  /// ``Wakeup`` has is the same for all threads, so that no entry is missed by a loop that is about to sleep.
  private let hasEntries = Atomic(false)
  private let wake: @Sendable () -> Void

  /// - Parameter wake: asks, from any thread, for a turn soon; needs do nothing during one.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func record(_ entry: Entry) {
    state.withLock {
      $0.entries.append(entry)
      hasEntries.store(true, ordering: .sequentiallyConsistent)
    }
    wake()
  }

  var isEmpty: Bool { !hasEntries.load(ordering: .sequentiallyConsistent) }

  /// Hands over what has been written down, in order, and forgets it.
  @MainActor
  func take(_ body: @MainActor (Entry) -> Void) {
    if isEmpty { return }
    var list = removeAll()
    for entry in list { body(entry) }
    list.removeAll(keepingCapacity: true)
    keep(list)
  }

  private func removeAll() -> [Entry] {
    var list: [Entry] = []
    state.withLock { state in
      swap(&list, &state.spare)
      swap(&list, &state.entries)
      hasEntries.store(false, ordering: .relaxed)
    }
    return list
  }

  private func keep(_ spare: [Entry]) { state.withLock { $0.spare = spare } }
}
