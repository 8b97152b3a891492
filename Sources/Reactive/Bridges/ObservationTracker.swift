import Observation

/// One value, or one object as a whole, that `withObservationTracking` can track.
///
/// It is made when the value is first read, so that values that are never read cost nothing. It is
/// not generic, because the key path of a generic type is created again at each use.
package final class ObservationTracker: nonisolated Observation.Observable {
  private let registrar = ObservationRegistrar()

  package init() {}

  nonisolated deinit {}

  /// The only property, which the key path names.
  private var value: Void { () }

  /// Records a read.
  package func access() { registrar.access(self, keyPath: \.value) }

  /// Changes the value, with notifications before and after.
  package func change(_ body: () -> Void) {
    registrar.willSet(self, keyPath: \.value)
    body()
    registrar.didSet(self, keyPath: \.value)
  }
}

extension Optional where Wrapped == ObservationTracker {
  /// Records a read, and makes the tracker if it does not exist.
  package mutating func access() {
    let tracker = self ?? ObservationTracker()
    self = tracker
    tracker.access()
  }

  /// Changes the value, with notifications if it has ever been read.
  package func change(_ body: () -> Void) {
    if let self { self.change(body) } else { body() }
  }
}

/// An object that reports changes as a whole, not for each property: an `ObservableObject` of
/// `ReactiveCombine`.
@MainActor public protocol WholeObjectObservable: AnyObject {
  /// Records a read of the whole object under `withObservationTracking`: the next change that the
  /// object reports counts as a change, whichever property it concerns. The property may still have
  /// its old value at that moment.
  func registerObservationAccess()
}
