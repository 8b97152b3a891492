import OperatingSystem

/// What may want something of a loop between two of its turns.
package protocol LoopInterruption: AnyObject {
  /// What to poll; `nil` when nothing more will come.
  var interruption: Descriptor? { get }

  /// The descriptor is ready, and no turn is under way. The loop waits meanwhile.
  func interrupt()
}
