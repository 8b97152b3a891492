#if os(Linux)
  import HostEngine
  import OperatingSystem

  /// A thread of the ``WorkerPool``, and the step that it is at.
  ///
  /// Its thread reads all of it; under the pool's lock it is written, and other threads look whether it takes long.
  nonisolated final class Worker: @unchecked Sendable {
    /// The number of the step: they are counted as they begin.
    private(set) var step = 0
    private(set) var origin = WorkerPool.Origin()
    /// When the step began, by the process's clock in nanoseconds.
    private(set) var start: Int64 = 0
    /// Whether the step has had an effect on others: it has brought something back to the main actor, or set something
    /// off.
    private var hasEffect = false

    private let processorClock = ProcessorClock.ofThisThread
    private var lastReading: Patience.Reading?
    private var isFoundLong = false

    func begin(_ step: Int, from origin: WorkerPool.Origin) {
      self.step = step
      self.origin = origin
      start = Process.nanoseconds()
      hasEffect = false
      lastReading = nil
      isFoundLong = false
    }

    /// How long a step is short, in nanoseconds: for the time that it computes, and for all time. A thread that has
    /// to wait for a processor is not slow by itself.
    private static let shortComputation: Int64 = 1_000_000
    private static let shortTime: Int64 = 20_000_000

    /// Looks whether the step takes so long that what began after it need not wait. The first look starts the count.
    func checkIsLong() -> Bool {
      if isFoundLong { return true }
      let now = processorClock.reading
      guard let first = lastReading else {
        lastReading = now
        return false
      }
      isFoundLong =
        (now.processor ?? 0) - (first.processor ?? 0) >= Self.shortComputation
        || now.time - first.time >= Self.shortTime
      return isFoundLong
    }

    /// The processor time that its thread has used when somebody last looked.
    private var lastProcessorTime: Int64?

    /// Looks whether it has computed since the last look.
    func checkIsComputing() -> Bool {
      let time = processorClock.reading.processor
      defer { lastProcessorTime = time }
      return time != lastProcessorTime
    }

    /// Notes that the step is about to have an effect. In a replay all of it happens when it had its first.
    func noteEffect(in queue: JobQueue) {
      if hasEffect { return }
      hasEffect = true
      queue.noteStep(of: origin.task)
    }

    /// The loop's time when it set this step off, in a recording: in its replay no time passes meanwhile.
    var recordedTime: Int64? { origin.task == 0 ? nil : origin.time }

    // MARK: The worker of a thread

    private static let ofThread = ThreadLocal<Worker>()

    /// The one whose thread calls; nothing on other threads.
    static var current: Worker? { ofThread.value }

    /// Says whose thread calls; it is never freed.
    static func setCurrent(_ worker: Worker) { ofThread.set(worker) }
  }
#endif
