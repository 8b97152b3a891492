@_spi(Host) import Reactive

/// What a replay lets come when it came in the recording: what tasks have brought back, and their next steps, by the
/// number of the task.
nonisolated struct HeldJobs {
  /// What one task has, in order. It mostly has one, for which there is no list.
  private struct Jobs {
    var first: JobQueue.Job
    var others = Queue<JobQueue.Job>()
  }

  private var arrivals: [Int: Jobs] = [:]
  private var steps: [Int: Jobs] = [:]

  /// Adds what a task has brought back.
  mutating func append(arrival job: JobQueue.Job, of task: Int) {
    Self.append(job, of: task, to: &arrivals)
  }

  /// Adds a step of a task.
  mutating func append(step job: JobQueue.Job, of task: Int) {
    Self.append(job, of: task, to: &steps)
  }

  private static func append(
    _ job: JobQueue.Job, of task: Int, to jobs: inout [Int: Jobs]
  ) {
    if jobs[task]?.others.append(job) == nil { jobs[task] = Jobs(first: job) }
  }

  /// Takes what a task has brought back first.
  mutating func takeArrival(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &arrivals) }

  /// Takes the next step of a task.
  mutating func takeStep(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &steps) }

  /// Takes the first job of a task. Nothing is kept of a task that has no more: there may have been many.
  private static func take(of task: Int, from jobs: inout [Int: Jobs]) -> JobQueue.Job? {
    guard let place = jobs.index(forKey: task) else { return nil }
    let first = jobs.values[place].first
    if let next = jobs.values[place].others.popFirst() {
      jobs.values[place].first = next
    } else {
      jobs.remove(at: place)
    }
    return first
  }

  /// What tasks have brought back, by the number of the task, and of one task in the order in which it came.
  var arrivalsInOrder: [(task: Int, job: JobQueue.Job)] { Self.inOrder(arrivals) }

  /// The steps, by the number of the task, and of one task in the order in which it takes them.
  var stepsInOrder: [JobQueue.Job] { Self.inOrder(steps).map(\.job) }

  private static func inOrder(_ jobs: [Int: Jobs]) -> [(task: Int, job: JobQueue.Job)] {
    jobs.sorted { $0.key < $1.key }.flatMap { task, jobs in
      [(task, jobs.first)] + sequence(state: jobs.others) { $0.popFirst() }.map { (task, $0) }
    }
  }
}
