import HostProtocol

/// Is given all that a session's turns come from, and what they say: enough to have the same turns once more.
///
/// The calls come on the main actor, in this order: for each cause ``begins(_:pipe:)``, then for each turn that it takes
/// ``turnEnds(saying:)``, then ``ends()``. Between two causes comes ``noteSteps(of:)``.
package protocol TurnLog: AnyObject {
  /// A cause is about to be handled.
  ///
  /// - Parameter pipe: how the pipe to the frontend is.
  func begins(_ cause: Turn.Cause, pipe: PipeRequest)

  /// A turn has ended.
  ///
  /// - Parameter bytes: whole lines, or nothing.
  func turnEnds(saying bytes: UnsafeRawBufferPointer)

  /// The cause has been handled.
  func ends()

  /// Tasks have taken steps on other threads.
  ///
  /// - Parameter tasks: their numbers, in the order in which the steps had their effects.
  func noteSteps(of tasks: [Int])
}
