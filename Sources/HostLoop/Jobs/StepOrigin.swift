/// The origin of a step of a task that is on no actor.
nonisolated struct StepOrigin {
  /// The number of its task in a recording; 0 without one.
  var task = 0
  /// The loop's time when the loop started the step, in nanoseconds; `nil` if another step did.
  var time: Int64?
  /// The number at which timers that it sets count as set; `nil` for when they are set.
  var order: Int?
}
