import Hosting
import JSON
import OperatingSystem
import Synchronization

/// The notifications of the ViewModels that the session has not collected.
///
/// A notification comes in the middle of a setter, and from any thread if the ViewModel is not
/// isolated. So it is only recorded here, under a lock, and handled when the turn has settled.
nonisolated final class ChangeLog: Sendable {
  enum Entry: Sendable {
    case outputs(Instance, OutputSet, isForeign: Bool)
    case rows(Instance, OutputSet)
    case event(Instance, index: Int, Result<JSONValue, any Error>)
    case failure(Instance, any Error)
  }

  private struct State {
    var entries: [Entry] = []
    /// An empty list for the next entries, so that the steady state does not allocate.
    var spare: [Entry] = []
  }

  private let state = Lock(State())
  /// Whether there are entries. Most turns end without any, and need no lock to find out.
  /// Sequential consistency orders this with the state of ``Wakeup`` for all threads, so that a
  /// loop that is about to sleep misses no entry.
  private let hasEntries = Atomic(false)
  private let wake: @Sendable () -> Void

  /// - Parameter wake: requests a turn soon. It is called from any thread, and need not do anything
  ///   during a turn.
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

  /// Calls a closure with the entries, in order, and removes them.
  @MainActor
  func drain(_ body: @MainActor (Entry) -> Void) {
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
