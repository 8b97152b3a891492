import Hosting
import JSON
import OperatingSystem
import ViewModelKit

/// Notes what an instance reports to its host.
package nonisolated final class NotingObserver: ViewModelObserver {
  private struct Notes {
    var changes: [[Int]] = []
    var rowChangeCount = 0
    var events: [String] = []
    var failures: [String] = []
  }

  private let notes = Lock(Notes())
  private let whenOutputsChange: @Sendable () -> Void

  /// - Parameter whenOutputsChange: is called, on the same thread, each time outputs are reported
  ///   of.
  package init(whenOutputsChange: @escaping @Sendable () -> Void = {}) {
    self.whenOutputsChange = whenOutputsChange
  }

  /// The indices of the outputs that were reported, each time separately, since they were taken.
  package var changes: [[Int]] { notes.withLock { $0.changes } }

  /// Takes them: they are forgotten.
  package func takeChanges() -> [[Int]] {
    notes.withLock { notes in
      defer { notes.changes = [] }
      return notes.changes
    }
  }

  /// How often rows were reported, since that was taken.
  package var rowChangeCount: Int { notes.withLock { $0.rowChangeCount } }

  /// Takes it: it is forgotten.
  package func takeRowChangeCount() -> Int {
    notes.withLock { exchange(&$0.rowChangeCount, with: 0) }
  }

  /// The events, each as its place and its value: `0 "net"`, or `0 failed`.
  package var events: [String] { notes.withLock { $0.events } }

  /// The errors of work that has failed.
  package var failures: [String] { notes.withLock { $0.failures } }

  package func outputsDidChange(at places: OutputSet) {
    notes.withLock { $0.changes.append(Array(places.indices(upTo: OutputSet.firstShared))) }
    whenOutputsChange()
  }

  package func rowsDidChange(at places: OutputSet) {
    notes.withLock { $0.rowChangeCount += 1 }
    whenOutputsChange()
  }

  package func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {
    let text = (try? value.get())?.description ?? "failed"
    notes.withLock { $0.events.append("\(index) \(text)") }
  }

  package func workDidFail(_ error: any Error) {
    notes.withLock { $0.failures.append("\(error)") }
  }
}
