#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// A sleep that the Swift runtime asks for, as a timer of the loop.
  ///
  /// The runtime has `Task.sleep` begin on another thread, which is there at some moment. But a ViewModel has called
  /// it in a turn of the loop; so the sleep is counted from the time of that turn, and several that one round of the
  /// loop sets off end in the order in which they were begun.
  nonisolated struct Sleep {
    /// How long it is at least and at most, in nanoseconds.
    private let range: ClosedRange<Int64>
    /// The loop's time, and when it counts as set, if a worker begins it for the loop.
    private let origin: (time: Int64, order: Int?)?
    private let isExact: Bool

    /// - Parameter delay: in nanoseconds.
    init(exactly delay: Int64) {
      range = delay...delay
      isExact = true
      origin = Self.origin
    }

    /// A sleep until a time that has been computed a moment ago, from the real clock.
    ///
    /// - Parameter rest: how long it is until then, in nanoseconds.
    init(about rest: Int64) {
      // On the loop's own thread nothing lies between the computation and this.
      let spent = Worker.current.map { Process.nanoseconds() - $0.start } ?? 1_000_000
      range = rest...rest.addingWithoutOverflow(spent)
      isExact = false
      origin = Self.origin
    }

    private static var origin: (time: Int64, order: Int?)? {
      guard let worker = Worker.current, let time = worker.loopTime else { return nil }
      return (time, worker.origin.order)
    }

    /// Sets the timer.
    func begin(_ job: JobQueue.Job, in queue: JobQueue) {
      Worker.current?.noteEffect(in: queue)
      if let origin {
        set(job, in: queue, from: origin.time, order: origin.order)
      } else if queue.isVirtual || Process.isMainThread {
        set(job, in: queue, from: Executors.stepTime ?? queue.now, order: nil)
      } else {
        let deadline = queue.realNow.addingWithoutOverflow(max(range.lowerBound, 0))
        _ = queue.schedule(job, at: deadline)
      }
    }

    private func set(_ job: JobQueue.Job, in queue: JobQueue, from time: Int64, order: Int?) {
      // With clocks that stand still the rest is what was asked for.
      let isKnown = isExact || queue.isVirtual && RuntimeClock.isStopped
      let delay = isKnown ? range.lowerBound : Self.likeliest(in: range)
      _ = queue.schedule(job, at: time.addingWithoutOverflow(max(delay, 0)), order: order)
    }

    /// What was most likely asked for. Mostly the sleep begins at once, and is of whole milliseconds. But a thread that
    /// had to wait for a processor, before it computed the rest or after that, comes late; then nothing is known but
    /// that people sleep for round times.
    static func likeliest(in range: ClosedRange<Int64>) -> Int64 {
      let (millisecond, atOnce): (Int64, Int64) = (1_000_000, 50_000)
      let whole = (range.lowerBound.addingWithoutOverflow(atOnce)) / millisecond * millisecond
      return whole > 0 && range.contains(whole) ? whole : roundest(in: range)
    }

    /// The number with the most zeros at its end.
    static func roundest(in range: ClosedRange<Int64>) -> Int64 {
      var unit: Int64 = 1_000_000_000_000
      while unit > 1 {
        let number = range.upperBound / unit * unit
        if number >= range.lowerBound && number > 0 { return number }
        unit /= 10
      }
      return range.lowerBound
    }
  }
#endif
