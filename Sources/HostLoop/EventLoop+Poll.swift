#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import OperatingSystem
  import Reactive
  import ViewModelKit

  /// Serves one frontend on the main thread, and runs the main actor between its messages.
  ///
  /// One `poll` waits for input, for other threads and signals through the wakeup's pipe, for timers, and, when there
  /// is something to write, for room. What has come in is read at once, each line is a turn, and the output of all of
  /// them is written at once.
  @MainActor
  package final class EventLoop: TurnLoop, VirtualTime {
    let queue: JobQueue
    private let wakeup: Wakeup
    let mainQueue: MainQueue
    private var jobs: [JobQueue.Job] = []
    private let jobLimit: Int
    /// The threads of tasks that are on no actor; none when time is virtual, and the loop runs them too.
    let pool: WorkerPool?
    /// The same in a recording. In every round tasks take the steps that wait, and else none that is short: so that it
    /// is clear which was before which turn.
    private var alternatingPool: WorkerPool? { queue.timeMode == .recorded ? pool : nil }

    /// Takes over the main actor of this process, and with virtual time all its tasks. To be made once, on the main
    /// thread, before the first task.
    ///
    /// - Parameter jobLimit: after how many jobs a turn is cut off.
    package init(_ timeMode: TimeMode, jobLimit: Int) throws {
      Process.noteMainThread()
      self.jobLimit = jobLimit
      mainQueue = try MainQueue()
      wakeup = try Wakeup()
      queue = JobQueue(timeMode, wakeup: wakeup)
      if timeMode != .real {
        RuntimeClock.replace { [queue] in Executors.time(in: queue) }
      }
      pool = Executors.install(queue) { [queue, wakeup] in
        // What has come from this step may be what others wait for.
        if queue.hasArrivals { wakeup.wake() }
      }
      if timeMode == .recorded || timeMode == .restoring {
        queue.numberTasks()
        pool?.alternate()
      }
      if timeMode == .restoring { queue.holdArrivals() }
      LoopThread.executor = Executors.taskExecutor
      scheduler = LoopScheduler(queue)
      MainScheduler.loop = scheduler
    }

    // MARK: What a session needs

    package var virtualTime: (any VirtualTime)? { queue.timeMode == .virtual ? self : nil }

    package var clock: any ClockSource { LoopClock(queue: queue) }

    package let scheduler: any SchedulerType

    package var timeToNextTimer: Int64? {
      queue.nextDeadline.map { ($0 - min(queue.now, $0) + 999_999) / 1_000_000 }
    }

    package var taskCount: Int {
      guard let pool, queue.timeMode == .real else { return queue.openStepCount }
      // In this order: a step that ends meanwhile has brought back before what it brings back.
      return pool.unfinishedCount + queue.arrivalCount
    }

    package nonisolated func wake() { wakeup.wake() }

    package func runReadyJobs() -> Bool {
      var count = 0
      // What is put on the main queue is of the same turn when time is virtual; else the loop is told of it.
      let runsMainQueue = queue.isVirtual && !queue.isHoldingArrivals
      while count < jobLimit {
        guard queue.hasReadyJobs || runsMainQueue && mainQueue.run() else { return true }
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

    package var time: Int64 { queue.now }

    package func beginAdvance(nanoseconds: Int64) -> Int64 {
      if !queue.isHoldingArrivals { queue.resumeDeferred() }
      return queue.now + nanoseconds
    }

    package func advanceToNextTimer(before end: Int64) -> Bool {
      while !Process.isTerminationRequested {
        guard let hasWork = fireTimer(dueAt: end) else {
          queue.moveTime(to: end)
          return false
        }
        if hasWork { return true }
      }
      return false
    }

    package func resumeDeferred() { queue.resumeDeferred() }

    package func holdArrivals() { queue.holdArrivals() }

    package func run(_ step: RunRequest.Step) -> Bool {
      guard let held = queue.takeHeldStep(of: step.task),
        case .step(let job, var origin) = held.bare
      else { return false }
      if let time = step.time { origin.time = time }
      Executors.run(.step(job, origin))
      return true
    }

    package func release(task: Int) -> Bool {
      if let job = queue.takeHeld(of: task) {
        queue.enqueue(job)
        return true
      }
      return task == 0 && mainQueue.run()
    }

    /// Fires the next timer that is due at a time, and makes ready what it is for.
    ///
    /// - Returns: whether that is a turn: not where it ends a sleep whose task goes on on another thread; `nil` when no
    ///   timer is due.
    private func fireTimer(dueAt limit: Int64) -> Bool? {
      guard let job = queue.takeTimer(dueAt: limit) else { return nil }
      guard case .wake = job.bare else {
        queue.enqueue(job)
        return true
      }
      Executors.run(job)
      return queue.hasReadyJobs
    }

    // MARK: Restoring a session

    /// Whether a session is being restored.
    package var isRestoring: Bool { queue.timeMode == .restoring }

    /// When time started to pass, by the process's clock in nanoseconds; `nil` while it has not.
    package var start: Int64? { queue.startOfTime }

    /// Ends the mode ``TimeMode/restoring``, if it is that: time passes with the clock from now on, and tasks go on.
    ///
    /// - Parameter start: when time started to pass, by the process's clock in nanoseconds; `nil` if it has not.
    package func endRestore(since start: Int64?) {
      guard queue.timeMode == .restoring else { return }
      for held in queue.endRestore(since: start) {
        if case .step(let job, let origin) = held.bare { pool?.enqueue(job, from: origin) }
      }
    }

    /// Whether nothing is ready, comes from another thread, or waits for its time.
    package var isIdle: Bool {
      !queue.hasReadyJobs && !queue.hasArrivals && !queue.hasDeferredJobs
        && queue.nextDeadline == nil && queue.openStepCount == 0
    }

    /// Counts tasks anew.
    package func renumberTasks() { queue.renumberTasks() }

    /// Has each job know the instance that has set it off, as far as ``note(instance:)`` says, and the tasks of each
    /// instance counted by themselves. To be called before the first job.
    package func noteInstances() { queue.notesInstances = true }

    /// Is told of the instance that sets off what is set off from now on, by its id; `nil` for nobody.
    package func note(instance: String?) {
      queue.instance = if let instance { TaskNumbers.number(ofInstance: instance) } else { 0 }
    }

    /// The first of some instances that has a number.
    package func instance(_ number: Int, among ids: [String]) -> String? {
      number == 0 ? nil : ids.first { TaskNumbers.number(ofInstance: $0) == number }
    }

    /// Has something told of the number of each task of which another thread takes a step, and of 0 when that is done.
    package func observeSteps(_ note: @escaping @Sendable (Int) -> Void) {
      queue.stepWillRun = note
    }

    /// Takes back the next timer that is set for a time, and is a turn, as if it had never been set.
    ///
    /// - Returns: the number of the instance that has set it; 0 where that is not noted.
    package func forgetTimer(dueAt time: Int64) -> Int {
      while let job = queue.takeTimer(setFor: time) {
        if case .wake = job.bare {
          Executors.run(job)
          guard queue.hasReadyJobs else { continue }
          var list: [JobQueue.Job] = []
          queue.takeReady(into: &list)
        }
        return job.instance
      }
      return 0
    }

    /// Takes back what a task has brought back first, as if it had not.
    ///
    /// - Returns: the number of the instance that has set it off; 0 where that is not noted.
    package func forgetArrival(of task: Int) -> Int { queue.takeHeld(of: task)?.instance ?? 0 }

    /// Takes back the next step of a task, which then never goes on.
    ///
    /// - Returns: the number of the instance that has set it off; 0 where that is not noted.
    package func forgetStep(of task: Int) -> Int { queue.takeHeldStep(of: task)?.instance ?? 0 }

    // MARK: Playing transcripts

    /// Forgets what the sessions before have left, and starts virtual time anew.
    package func restart() { queue.restart() }

    /// Whether there is something to do that no line and no timer has set off.
    package func hasWork(for session: Session) -> Bool {
      !session.mustWait && (queue.hasReadyJobs || session.hasChanges)
    }

    /// Does that.
    package func finishWork(of session: Session) {
      while takeArrivals(for: session) || hasWork(for: session) {
        if hasWork(for: session) { session.perform(.arrival) }
      }
    }

    // MARK: Serving

    /// Serves until the input ends, the frontend no longer reads, or `exit`, SIGTERM or SIGINT comes.
    ///
    /// - Parameter interruption: what else may want something, between two turns.
    package func serve(
      _ connection: Connection, interruptedBy interruption: (any LoopInterruption)? = nil
    ) throws(SystemError) {
      let session = connection.session
      Process.catchTermination()
      Process.reportTermination(to: wakeup.writing)
      connection.wakeup = wakeup
      // In a recording, what is said then would depend on how fast the turns come.
      if queue.timeMode == .real { session.supportsQuiet = true }
      var polled = try PollSet(slots: Slot.count)
      polled.set(Slot.wakeup, to: wakeup.descriptor, .read)
      let interrupted = interruption?.interruption
      if let interrupted { polled.set(Slot.interruption, to: interrupted, .read) }
      var hasMore = false
      while let wait = connection.work() {
        if let interruption, interruption.isDue {
          interruption.interrupt()
          continue
        }
        let isReal = !queue.isVirtual
        let isHolding = !isReal && queue.isHoldingArrivals
        polled.set(Slot.mainQueue, to: mainQueue.descriptor, isHolding ? .hangUp : .read)
        polled.set(Slot.input, to: connection.input.descriptor, wait.reading ? .read : nil)
        polled.set(
          Slot.output, to: connection.output.descriptor, wait.writing ? .write : .hangUp)

        wakeup.prepareToSleep()
        if Process.isTerminationRequested { return connection.terminate() }
        // Otherwise the lines for which there is room again would come before the steps.
        let steppingPool = session.mustWait ? nil : alternatingPool
        steppingPool?.resume()
        let timeout =
          wait.goesOn || hasMore ? 0 : sooner(timeout(session), session.outbox.timeToRest)
        let quiet = session.timeToQuiet
        let isForQuiet = if let quiet { quiet <= timeout ?? quiet } else { false }
        let ready = polled.wait(milliseconds: isForQuiet ? quiet : timeout)
        steppingPool?.pause()
        wakeup.endSleep()
        // Before time goes on.
        noteSteps(for: session)

        if ready.contains(Slot.wakeup) { wakeup.drain() }
        if Process.isTerminationRequested { return connection.terminate() }
        if !wait.writing && ready.contains(Slot.output) { return session.perform(.end) }
        if isReal { fireTimers(for: session) }
        hasMore = takeArrivals(for: session)
        if ready.contains(Slot.mainQueue) { runMainQueue(for: session) }
        // When time is virtual, what is left of a turn that was cut off waits until time moves, so that the same lines
        // always give the same answers.
        if isReal && !session.mustWait { queue.resumeDeferred() }
        if hasWork(for: session) { session.perform(.arrival) }
        if isForQuiet && ready.isEmpty { session.perform(.quiet) }
        if ready.contains(Slot.interruption), let interruption, let interrupted {
          interruption.interrupt()
          if interruption.interruption == nil {
            polled.set(Slot.interruption, to: interrupted, nil)
          }
        }
        if ready.contains(Slot.input) {
          // The first lines have come, at time 0.
          queue.startTime()
          connection.read()
        }
      }
    }

    /// What the loop waits for.
    private enum Slot {
      static let (wakeup, mainQueue, input, output, interruption, count) = (0, 1, 2, 3, 4, 5)
    }

    /// How many timers one round fires, and how many arrivals it takes, before others have their turn.
    private static let (timerLimit, arrivalLimit) = (1000, 100)

    /// Moves the time to that of the clock, and makes each timer that is due a turn at the time for which it was set.
    /// Where there is no end to them, or no room for what they say, the time is then that of the last, so that what comes
    /// next comes after all that were due then.
    private func fireTimers(for session: Session) {
      let now = queue.realNow
      var count = 0
      defer { if count > 0 { session.turnLog?.timersFired() } }
      while !session.mustWait || queue.hasDueTimer {
        if count >= Self.timerLimit && !queue.hasDueTimer { return }
        guard let isTurn = fireTimer(dueAt: now) else { return queue.moveTime(to: now) }
        if isTurn { session.perform(.timer) }
        count += 1
      }
    }

    /// Makes what has come from other threads turns, one by one, up to a limit: lines are read between, however fast
    /// another thread sends.
    ///
    /// - Returns: whether there may be more, and lines are to have their turn before it.
    private func takeArrivals(for session: Session) -> Bool {
      var count = 0
      while !session.mustWait, queue.hasArrivals {
        if count == Self.arrivalLimit { return true }
        guard let (job, task) = queue.takeArrival(upTo: alternatingPool?.findOldestShortStep())
        else { return false }
        noteSteps(for: session)
        queue.enqueue(job)
        session.perform(.completion(of: task))
        count += 1
      }
      return false
    }

    /// In a recording, makes a turn of the steps that tasks have taken on other threads: before what they have brought
    /// back.
    private func noteSteps(for session: Session) {
      guard session.turnLog != nil, !session.mustWait else { return }
      let steps = queue.takeSteps()
      if !steps.isEmpty { session.perform(.steps(steps)) }
    }

    /// What Dispatch's main queue has is a turn. A replay lets it come when it came.
    private func runMainQueue(for session: Session) {
      guard !queue.isHoldingArrivals, mainQueue.run() else { return }
      session.perform(.completion(of: 0))
    }

    private func sooner(_ first: Int?, _ second: Int?) -> Int? {
      guard let first, let second else { return first ?? second }
      return min(first, second)
    }

    /// How long until there is something to do, in milliseconds, rounded up; `nil` for as long as nobody wakes the
    /// loop.
    private func timeout(_ session: Session) -> Int? {
      if session.mustWait { return nil }
      if hasWork(for: session) || !queue.isVirtual && queue.hasDeferredJobs { return 0 }
      // Those that could not be taken, in a recording, wait for others, and maybe no longer.
      if queue.hasArrivals { return alternatingPool == nil ? 0 : 1 }
      guard !queue.isVirtual, let deadline = queue.nextDeadline else { return nil }
      let rest = deadline - min(queue.realNow, deadline)
      return Int(min(rest.addingWithoutOverflow(999_999) / 1_000_000, 1_000_000_000))
    }
  }
#endif
