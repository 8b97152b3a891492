import OperatingSystem

/// What may want something of a loop between two of its turns.
package protocol LoopInterruption: AnyObject {
  /// What to poll; `nil` when nothing more will come.
  var interruption: Descriptor? { get }

  /// Whether it wants something although nothing has come.
  var isDue: Bool { get }

  /// The descriptor is ready, or it is due, and no turn is under way. The loop waits meanwhile.
  func interrupt()
}
