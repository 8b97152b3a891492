import HostedStreams

/// A subject that never ends: it accepts elements only, and cannot fail, complete or be disposed.
@MainActor public protocol RelayType<Element>: ObservableType, HostedSink {
  /// Sends an element. An equal one is sent again.
  func accept(_ element: Element)
}

extension RelayType where Element == Void {
  /// Sends the element `()`.
  public func accept() { accept(()) }
}
