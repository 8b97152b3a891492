/// A sequence that starts when it is told to.
@MainActor public protocol ConnectableObservableType<Element>: ObservableType {
  /// Starts it, until the result is disposed.
  func connect() -> any Disposable
}

extension ConnectableObservable: ConnectableObservableType {}
