#if os(Linux) && !MAIN_QUEUE
  import Reactive
  import ViewModelKit

  /// Serves one frontend on the main thread, and runs the main actor between its messages.
  ///
  /// One `poll` waits for input, for other threads and signals through the wakeup's pipe, for timers, and, when there
  /// is something to write, for room. What has come in is read at once, each line is a turn, and the output of all of
  /// them is written at once.
  final class EventLoop: TurnLoop {
    private let queue: JobQueue
    private let wakeup: Wakeup
    private let mainQueue = MainQueue()
    private var jobs: [JobQueue.Job] = []
    private let jobLimit: Int
    /// The threads of tasks that are on no actor; none when time is virtual, and the loop runs them too.
    private let pool: WorkerPool?

    /// Takes over the main actor of this process, and with virtual time all its tasks. To be made once, on the main
    /// thread, before the first task.
    ///
    /// - Parameter jobLimit: after how many jobs a turn is cut off.
    init(isVirtual: Bool, jobLimit: Int) throws {
      Process.noteMainThread()
      self.jobLimit = jobLimit
      wakeup = try Wakeup()
      queue = JobQueue(isVirtual: isVirtual, wakeup: wakeup)
      if isVirtual { RuntimeClock.stop() }
      pool = Executors.install(queue) { [queue, wakeup] in
        // What has come from this step may be what others wait for.
        if queue.hasArrivals { wakeup.wake() }
      }
      LoopThread.executor = Executors.taskExecutor
      MainScheduler.loop = LoopScheduler(queue)
    }

    // MARK: What a session needs

    var isVirtual: Bool { queue.isVirtual }

    var clock: any ClockSource { LoopClock(queue: queue) }

    var timeToNextTimer: Int64? {
      queue.nextDeadline.map { ($0 - min(queue.now, $0) + 999_999) / 1_000_000 }
    }

    nonisolated func wake() { wakeup.wake() }

    func runReadyJobs() -> Bool {
      var count = 0
      // What is put on the main queue is of the same turn when time is virtual; else the loop is told of it.
      while count < jobLimit {
        guard queue.hasReadyJobs || isVirtual && mainQueue.run() else { return true }
        var list = jobs
        jobs = []
        queue.takeReady(into: &list)
        for job in list { Executors.run(job) }
        count += max(list.count, 1)
        list.removeAll(keepingCapacity: true)
        jobs = list
      }
      // Asked only now: what another thread makes ready at the end of any other turn is no sign of one without end.
      if !queue.hasReadyJobs { return true }
      queue.deferReady()
      return false
    }

    func advance(milliseconds: Int64, turn: () -> Void) -> Int64 {
      // What is left of a turn that was cut off; and what came before in a batch may still have to set its timers.
      queue.resumeDeferred()
      turn()
      // Up to 146 years, where time then stands still.
      let latest = Int64.max / 2
      let (span, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
      let end = overflow || span > latest - queue.now ? latest : queue.now + span
      while fireTimer(dueAt: end, turn) {}
      queue.moveTime(to: end)
      return queue.now / 1_000_000
    }

    /// Fires the next timer that is due at a time, if there is one. It is a turn, but for the end of a sleep whose
    /// task goes on on another thread.
    private func fireTimer(dueAt limit: Int64, _ turn: () -> Void) -> Bool {
      guard let job = queue.takeTimer(dueAt: limit) else { return false }
      guard case .wake = job else {
        queue.enqueue(job)
        turn()
        return true
      }
      Executors.run(job)
      if queue.hasReadyJobs { turn() }
      return true
    }

    // MARK: Playing transcripts

    /// Forgets what the sessions before have left, and starts virtual time anew.
    func restart() { queue.restart() }

    /// Whether there is something to do that no line and no timer has set off.
    func hasWork(for session: Session) -> Bool {
      !session.mustWait && (queue.hasReadyJobs || !session.changes.isEmpty)
    }

    /// Does that.
    func finishWork(of session: Session) {
      takeArrivals(for: session)
      while hasWork(for: session) {
        session.perform(.arrival)
        takeArrivals(for: session)
      }
    }

    // MARK: Serving

    /// Serves until the input ends, the frontend no longer reads, or `exit`, SIGTERM or SIGINT comes.
    func serve(_ connection: Connection) {
      let session = connection.session
      Process.tellTermination(to: wakeup.writing)
      session.hearsQuiet = true
      var entries: [Poll.Entry] = []
      while let wait = connection.work() {
        entries.removeAll(keepingCapacity: true)
        entries.append(Poll.Entry(wakeup.descriptor, .read))
        entries.append(Poll.Entry(mainQueue.descriptor, .read))
        if wait.reading { entries.append(Poll.Entry(connection.input, .read)) }
        if wait.writing { entries.append(Poll.Entry(connection.output.descriptor, .write)) }

        // When time is virtual, what is left of a turn that was cut off waits until time moves, so that the same lines
        // always give the same answers.
        if !isVirtual { queue.resumeDeferred() }
        wakeup.prepareToSleep()
        Poll.wait(&entries, milliseconds: timeout(session))
        wakeup.endSleep()

        if entries[0].isReady, wakeup.drain() { return connection.terminate() }
        let canRead = wait.reading && entries[2].isReady
        if canRead { queue.startTime() }
        if !isVirtual { fireTimers(for: session) }
        takeArrivals(for: session)
        if entries[1].isReady && mainQueue.run() || hasWork(for: session) {
          session.perform(.arrival)
        }
        if session.wantsQuiet && !entries.contains(where: \.isReady) { session.perform(.quiet) }
        if canRead { connection.read() }
      }
    }

    /// How many timers one round fires before others have their turn.
    private static let timerLimit = 1000

    /// Moves the time to that of the clock, and makes each timer that is due a turn at the time for which it was set.
    /// Where there is no end to them, the time is then that of the last, so that what comes next comes after it.
    private func fireTimers(for session: Session) {
      let now = queue.realNow
      var count = 0
      while !session.mustWait {
        if count >= Self.timerLimit, let next = queue.nextDeadline, next > queue.now { return }
        guard fireTimer(dueAt: now, { session.perform(.timer) }) else {
          return queue.moveTime(to: now)
        }
        count += 1
      }
    }

    /// Makes what has come from other threads turns, one by one.
    private func takeArrivals(for session: Session) {
      while !session.mustWait, queue.hasArrivals,
        let job = queue.takeArrival(upTo: pool?.oldestShortStep)
      {
        queue.enqueue(job)
        session.perform(.arrival)
      }
    }

    /// How long until there is something to do, in milliseconds, rounded up; nothing for as long as nobody wakes the
    /// loop.
    private func timeout(_ session: Session) -> Int? {
      if session.mustWait { return nil }
      if hasWork(for: session) { return 0 }
      // Those that could not be taken wait for others, and maybe no longer.
      if session.wantsQuiet || queue.hasArrivals { return 1 }
      guard !isVirtual, let deadline = queue.nextDeadline else { return nil }
      let rest = deadline - min(queue.realNow, deadline)
      return Int(min(rest.addingWithoutOverflow(999_999) / 1_000_000, 1_000_000_000))
    }
  }
#endif
