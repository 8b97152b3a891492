#if os(Linux)
  import LibC
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

    /// Whether the step takes so long that what began after it need not wait. It is the first look that starts the
    /// count.
    var isLong: Bool {
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

    /// Whether it has computed since the last look.
    var isComputing: Bool {
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

    /// The loop's time, if the loop has set this step off a moment ago; whatever the threads do meanwhile, it is for
    /// that time that the step works. In a recording that is always so, as it is in the replay.
    var loopTime: Int64? {
      guard let time = origin.time else { return nil }
      return origin.task != 0 || Process.nanoseconds() - start < Self.moment ? time : nil
    }

    /// In nanoseconds.
    private static let moment: Int64 = 10_000_000

    // MARK: The worker of a thread

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    /// The one whose thread calls; nothing on other threads.
    static var current: Worker? {
      pthread_getspecific(key).map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Says whose thread calls; it is never to be freed.
    static func setCurrent(_ worker: Worker) {
      pthread_setspecific(key, Unmanaged.passRetained(worker).toOpaque())
    }
  }
#endif
