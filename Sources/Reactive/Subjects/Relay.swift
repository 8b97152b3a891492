import HostedStreams

/// A subject that never ends: it takes elements only, and can be neither failed, completed nor disposed.
@MainActor public protocol RelayType<Element>: ObservableType, HostedSink {
  /// Sends an element. An equal one is sent again.
  func accept(_ element: Element)
}

extension RelayType where Element == Void {
  /// Sends the only element there is.
  public func accept() { accept(()) }
}
