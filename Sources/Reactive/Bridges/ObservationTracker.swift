import Observation

/// One value, or one object as a whole, as Observation sees it: who reads it under `withObservationTracking` is told
/// of its next change.
///
/// It is no part of what it stands for, but is made when that is first read: what nobody reads pays nothing. It is not
/// generic, because the key path of a generic type is made anew each time that it is written.
package final class ObservationTracker: nonisolated Observation.Observable {
  private let registrar = ObservationRegistrar()

  package init() {}

  nonisolated deinit {}

  /// What the key path names; there is only one thing here to tell of.
  private var value: Void { () }

  /// Notes a read.
  package func access() { registrar.access(self, keyPath: \.value) }

  /// Changes the value, and tells of it before and after.
  package func change(_ body: () -> Void) {
    registrar.willSet(self, keyPath: \.value)
    body()
    registrar.didSet(self, keyPath: \.value)
  }
}

extension Optional where Wrapped == ObservationTracker {
  /// Notes a read, for which there has to be a tracker from now on.
  package mutating func access() {
    let tracker = self ?? ObservationTracker()
    self = tracker
    tracker.access()
  }

  /// Changes the value, and tells of it if it has ever been read.
  package func change(_ body: () -> Void) {
    if let self { self.change(body) } else { body() }
  }
}

/// An object that tells of its changes as a whole, not of each property: an `ObservableObject` of `ReactiveCombine`.
@MainActor public protocol WholeObjectObservable: AnyObject {
  /// Counts, under `withObservationTracking`, as a read of the object as a whole: the next change that it tells of is a
  /// change of that, whichever property it concerns. The new value of that property may not be there yet.
  func registerObservationAccess()
}
