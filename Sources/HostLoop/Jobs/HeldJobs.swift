@_spi(Host) import Reactive

/// What a replay lets come when it came in the recording: what tasks have brought back, and their next steps, by the
/// number of the task.
nonisolated struct HeldJobs {
  private var arrivals: [Int: Queue<JobQueue.Job>] = [:]
  private var steps: [Int: Queue<JobQueue.Job>] = [:]

  /// Adds what a task has brought back.
  mutating func append(arrival job: JobQueue.Job, of task: Int) {
    arrivals[task, default: Queue()].append(job)
  }

  /// Adds a step of a task.
  mutating func append(step job: JobQueue.Job, of task: Int) {
    steps[task, default: Queue()].append(job)
  }

  /// Takes what a task has brought back first.
  mutating func takeArrival(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &arrivals) }

  /// Takes the next step of a task.
  mutating func takeStep(of task: Int) -> JobQueue.Job? { Self.take(of: task, from: &steps) }

  /// Takes the first job of a task. Nothing is kept of a task that has no more: there may have been many.
  private static func take(
    of task: Int, from jobs: inout [Int: Queue<JobQueue.Job>]
  ) -> JobQueue.Job? {
    guard var queue = jobs.removeValue(forKey: task) else { return nil }
    let job = queue.popFirst()
    if !queue.isEmpty { jobs[task] = queue }
    return job
  }

  /// What tasks have brought back, by the number of the task, and of one task in the order in which it came.
  var arrivalsInOrder: [(task: Int, job: JobQueue.Job)] { Self.inOrder(arrivals) }

  /// The steps, by the number of the task, and of one task in the order in which it takes them.
  var stepsInOrder: [JobQueue.Job] { Self.inOrder(steps).map(\.job) }

  private static func inOrder(
    _ jobs: [Int: Queue<JobQueue.Job>]
  ) -> [(task: Int, job: JobQueue.Job)] {
    jobs.sorted { $0.key < $1.key }.flatMap { task, queue in
      sequence(state: queue) { $0.popFirst() }.map { (task, $0) }
    }
  }
}
