import OperatingSystem

/// Work that a loop does between two turns.
package protocol LoopInterruption: AnyObject {
  /// The descriptor to poll; `nil` when no more requests can come.
  var interruption: Descriptor? { get }

  /// Whether it has work although the descriptor is not ready.
  var isDue: Bool { get }

  /// Called between two turns when the descriptor is ready, or work is due. The loop waits
  /// meanwhile.
  func interrupt()
}
