#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import OperatingSystem

  /// A sleep that the Swift runtime asks for, as a timer of the loop.
  ///
  /// In a recording, and its replay, a sleep is counted from the time of the turn that has called for it, and is as
  /// long as was most likely asked for: the runtime begins it on another thread, at some moment, and tells only when it
  /// is to end. Else it ends when the runtime says.
  nonisolated struct Sleep {
    /// How long it is at least and at most, in nanoseconds.
    private let range: ClosedRange<Int64>
    /// Whether it is known how long was asked for.
    private let isExact: Bool

    /// - Parameter delay: in nanoseconds.
    init(exactly delay: Int64) {
      range = delay...delay
      isExact = true
    }

    /// A sleep until a time that has been computed a moment ago, from the real clock.
    ///
    /// - Parameter rest: how long it is until then, in nanoseconds.
    init(about rest: Int64) {
      // On the loop's own thread nothing lies between the computation and this.
      let spent = Worker.current.map { Process.nanoseconds() - $0.start } ?? 1_000_000
      range = rest...rest.addingWithoutOverflow(spent)
      isExact = false
    }

    /// Sets the timer.
    func begin(_ job: JobQueue.Job, in queue: JobQueue) {
      let worker = Worker.current
      worker?.noteEffect(in: queue)
      if let time = worker?.recordedTime {
        set(job, in: queue, from: time, delay: delay(in: queue), order: worker?.origin.order)
      } else if queue.timeMode == .virtual {
        set(job, in: queue, from: Executors.stepTime ?? queue.now, delay: delay(in: queue))
      } else if Process.isMainThread && (isExact || queue.numbersTasks) {
        set(job, in: queue, from: queue.now, delay: delay(in: queue))
      } else {
        set(job, in: queue, from: queue.realNow, delay: range.lowerBound)
      }
    }

    private func set(
      _ job: JobQueue.Job, in queue: JobQueue, from time: Int64, delay: Int64, order: Int? = nil
    ) {
      _ = queue.schedule(job, at: time.addingWithoutOverflow(max(delay, 0)), order: order)
    }

    private func delay(in queue: JobQueue) -> Int64 {
      // With clocks that stand still the rest is what was asked for.
      let isKnown = isExact || queue.timeMode == .virtual && RuntimeClock.isStopped
      return isKnown ? range.lowerBound : Self.likeliest(in: range)
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
