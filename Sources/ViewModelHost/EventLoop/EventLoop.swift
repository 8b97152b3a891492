#if os(Linux) && !MAIN_QUEUE
  import Reactive
  import ViewModelKit

  /// Serves one frontend on the main thread, and runs the main actor between its messages.
  ///
  /// One `poll` waits for input, for other threads and signals through the wakeup's pipe, for timers, and, when there is
  /// something to write, for room. What has come in is read at once, each line is a turn, and the output of all of
  /// them is written at once.
  final class EventLoop: TurnLoop {
    private let queue: JobQueue
    private let wakeup: Wakeup
    private let mainQueue = MainQueue()
    private var jobs: [JobQueue.Job] = []
    private let jobLimit: Int

    /// Takes over the main actor of this process, and with virtual time all its tasks. To be made once, on the main
    /// thread, before the first task.
    ///
    /// - Parameter jobLimit: after how many jobs a turn is cut off.
    init(isVirtual: Bool, jobLimit: Int) throws {
      Process.noteMainThread()
      self.jobLimit = jobLimit
      wakeup = try Wakeup()
      queue = JobQueue(isVirtual: isVirtual, wakeup: wakeup)
      Executors.install(queue)
      LoopThread.executor = Executors.taskExecutor
      // Operators that wait ask for the time too, and `ContinuousClock` would tell the real one.
      MainScheduler.loop = MainActorLoop { [queue] in .nanoseconds(queue.now) }
    }

    // MARK: What a session needs

    var isVirtual: Bool { queue.isVirtual }

    var clock: any ClockSource { LoopClock(queue: queue) }

    var timeToNextTimer: Int64? {
      queue.nextKnownDeadline.map { ($0 - min(queue.now, $0) + 999_999) / 1_000_000 }
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
      while queue.fireTimer(dueAt: end) { turn() }
      queue.moveVirtualTime(to: end)
      return queue.now / 1_000_000
    }

    // MARK: Playing transcripts

    /// Forgets what the sessions before have left, and starts virtual time anew.
    func restart() { queue.restart() }

    /// Whether there is something to do that no line and no timer has set off.
    func hasWork(for session: Session) -> Bool {
      !session.mustWait && (queue.hasReadyJobs || !session.changes.isEmpty)
    }

    // MARK: Serving

    /// Serves until the input ends, the frontend no longer reads, or `exit`, SIGTERM or SIGINT comes.
    func serve(_ connection: Connection) {
      let session = connection.session
      Process.tellTermination(to: wakeup.writing)
      session.followsLate = true
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
        let limit = session.mustWait ? nil : timeout(session)
        Poll.wait(&entries, milliseconds: hasWork(for: session) ? 0 : limit)
        wakeup.endSleep()

        if entries[0].isReady, wakeup.drain() { return connection.terminate() }
        if entries[1].isReady && mainQueue.run() || hasWork(for: session) { session.settle() }
        if session.hasUnfollowed && !entries.contains(where: \.isReady) { session.followAll() }
        if !isVirtual {
          while !session.mustWait, queue.fireTimer(dueAt: queue.now) { session.settle() }
        }
        if wait.reading && entries[2].isReady { connection.read() }
      }
    }

    /// How long until there is something to do, in milliseconds, rounded up.
    private func timeout(_ session: Session) -> Int? {
      if session.hasUnfollowed { return 1 }
      guard !isVirtual, let deadline = queue.nextDeadline else { return nil }
      return Int(min(max(deadline - queue.now + 999_999, 0) / 1_000_000, 1_000_000_000))
    }
  }
#endif
