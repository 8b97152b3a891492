nonisolated extension JobQueue {
  /// Work for the loop's thread.
  enum Job: Sendable {
    /// A step of a task on the main actor.
    case main(UnownedJob)
    /// A step of a task that is on no actor and prefers the loop.
    case other(UnownedJob)
    /// A step of any other task that is on no actor, when time is virtual.
    case step(UnownedJob, StepOrigin)
    /// The end of a sleep of a task that is on no actor, and then continues elsewhere.
    case wake(UnownedJob, task: Int)
    case call(@Sendable () -> Void)
    /// A job with the number of the instance that has caused it, where that is noted.
    indirect case of(Int, Job)

    /// The job without its instance.
    var bare: Job { if case .of(_, let job) = self { job } else { self } }

    /// The number of the instance that has caused it; 0 where that is not known.
    var instance: Int {
      switch self {
      case .of(let instance, _): instance
      case .step(_, let origin): TaskNumbers.instance(of: origin.task)
      case .wake(_, let task): TaskNumbers.instance(of: task)
      case .main, .other, .call: 0
      }
    }
  }
}
