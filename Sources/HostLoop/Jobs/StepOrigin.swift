/// What set a step off of a task that is on no actor.
nonisolated struct StepOrigin {
  /// The number of its task in a recording; 0 without one.
  var task = 0
  /// The loop's time when the loop itself set it off, in nanoseconds; `nil` for what other steps set off.
  var time: Int64?
  /// When timers that it sets count as set; `nil` for when they are.
  var order: Int?
}
