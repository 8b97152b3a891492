@_spi(Host) import Reactive

/// Jobs that a replay holds until the recording releases them: the results and next steps of tasks,
/// by the number of the task.
nonisolated struct HeldJobs {
  /// The jobs of one task, in order. Mostly there is one, and no list is needed.
  private struct Jobs {
    var first: JobQueue.Job
    var others = Queue<JobQueue.Job>()
  }

  private var arrivals: [Int: Jobs] = [:]
  private var steps: [Int: Jobs] = [:]

  /// Adds a result of a task.
  mutating func append(arrival job: JobQueue.Job, of task: Int) {
    Self.append(job, of: task, to: &arrivals)
  }

  mutating func append(step job: JobQueue.Job, of task: Int) {
    Self.append(job, of: task, to: &steps)
  }

  private static func append(
    _ job: JobQueue.Job, of task: Int, to jobs: inout [Int: Jobs]
  ) {
    if jobs[task]?.others.append(job) == nil { jobs[task] = Jobs(first: job) }
  }

  /// Removes the first result of a task.
  mutating func takeArrival(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &arrivals) }

  /// Removes the next step of a task.
  mutating func takeStep(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &steps) }

  /// Removes the first job of a task. Tasks without jobs are not kept: there may have been many.
  private static func take(of task: Int, from jobs: inout [Int: Jobs]) -> JobQueue.Job? {
    guard let index = jobs.index(forKey: task) else { return nil }
    let first = jobs.values[index].first
    if let next = jobs.values[index].others.popFirst() {
      jobs.values[index].first = next
    } else {
      jobs.remove(at: index)
    }
    return first
  }

  /// The results, by the number of the task, and of one task in the order in which they came.
  var arrivalsInOrder: [(task: Int, job: JobQueue.Job)] { Self.inOrder(arrivals) }

  /// The steps, by the number of the task, and of one task in the order in which it takes them.
  var stepsInOrder: [JobQueue.Job] { Self.inOrder(steps).map(\.job) }

  private static func inOrder(_ jobs: [Int: Jobs]) -> [(task: Int, job: JobQueue.Job)] {
    jobs.sorted { $0.key < $1.key }.flatMap { task, jobs in
      [(task, jobs.first)] + sequence(state: jobs.others) { $0.popFirst() }.map { (task, $0) }
    }
  }
}
