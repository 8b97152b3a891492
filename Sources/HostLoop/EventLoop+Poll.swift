#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import HostProtocol
  import OperatingSystem
  import Reactive
  import ViewModelKit

  /// Serves one frontend on the main thread, and runs the main actor between its messages.
  ///
  /// One poll waits for input, for room for output, for timers, and for other threads and signals
  /// through the wakeup's pipe. All available input is read at once, each line is a turn, and the
  /// output of all these turns is written at once.
  @MainActor
  package final class EventLoop: TurnLoop, VirtualTime {
    let queue: JobQueue
    private let wakeup: Wakeup
    let mainQueue: MainQueue
    private var jobs: [JobQueue.Job] = []
    private let jobLimit: Int
    /// The threads of tasks that are on no actor; `nil` when time is virtual, as the loop runs
    /// these tasks.
    let pool: WorkerPool?
    /// The thread pool in a recording. Each round runs the steps that wait, and outside of that
    /// only long steps run: so each step is before or after each turn.
    private var alternatingPool: WorkerPool? { queue.timeMode == .recorded ? pool : nil }

    /// Takes over the main actor of this process, and with virtual time all its tasks. Create it
    /// once, on the main thread, before the first task.
    ///
    /// - Parameter jobLimit: the number of jobs after which a turn is cut off.
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
        // A later step's result may have waited for this step.
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

    // MARK: TurnLoop and VirtualTime

    package var virtualTime: (any VirtualTime)? { queue.timeMode == .virtual ? self : nil }

    package var clock: any ClockSource { LoopClock(queue: queue) }

    package let scheduler: any SchedulerType

    package var timeToNextTimer: Int64? {
      queue.nextDeadline.map { ($0 - min(queue.now, $0) + 999_999) / 1_000_000 }
    }

    package var taskCount: Int {
      guard let pool, queue.timeMode == .real else { return queue.openStepCount }
      // The order matters: a step that ends between the two counts has added its results to the
      // second one.
      return pool.unfinishedCount + queue.arrivalCount
    }

    package nonisolated func wake() { wakeup.wake() }

    package func runReadyJobs() -> Bool {
      var count = 0
      // With virtual time, items of the main queue belong to the same turn; otherwise the poll
      // reports them.
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
      // Jobs that another thread adds at the end of a turn are no sign of endless work.
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

    /// Fires the next timer that is due at a time, and makes its work ready.
    ///
    /// - Returns: whether that is a turn: not if it ends a sleep whose task continues on another
    ///   thread; `nil` when no timer is due.
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

    /// When time began, by the process's clock in nanoseconds; `nil` if it has not begun.
    package var start: Int64? { queue.startOfTime }

    /// Ends the mode ``TimeMode/restoring``: time passes with the clock from now on, and tasks
    /// continue.
    ///
    /// - Parameter start: when time began, by the process's clock in nanoseconds; `nil` if it has
    ///   not begun.
    package func endRestore(since start: Int64?) {
      guard queue.timeMode == .restoring else { return }
      for held in queue.endRestore(since: start) {
        if case .step(let job, let origin) = held.bare { pool?.enqueue(job, from: origin) }
      }
    }

    /// Whether no job is ready, comes from another thread, or waits for a timer.
    package var isIdle: Bool {
      !queue.hasReadyJobs && !queue.hasArrivals && !queue.hasDeferredJobs
        && queue.nextDeadline == nil && queue.openStepCount == 0
    }

    /// Numbers tasks from the start again.
    package func renumberTasks() { queue.renumberTasks() }

    /// Notes for each job the instance that has caused it, as ``note(instance:)`` says, and numbers
    /// the tasks of each instance separately. Call it before the first job.
    package func noteInstances() { queue.notesInstances = true }

    /// Sets the instance that causes the jobs from now on, by its id; `nil` for none.
    package func note(instance: String?) {
      queue.instance = if let instance { TaskNumbers.number(ofInstance: instance) } else { 0 }
    }

    /// Returns the first of some ids whose instance has a number.
    package func instance(_ number: Int, among ids: [String]) -> String? {
      number == 0 ? nil : ids.first { TaskNumbers.number(ofInstance: $0) == number }
    }

    /// Sets a closure that is called with the number of each task that takes a step on another
    /// thread, and with 0 after the step.
    package func observeSteps(_ note: @escaping @Sendable (Int) -> Void) {
      queue.stepWillRun = note
    }

    /// Removes the next timer that is set for a time and is a turn, as if it had never been set.
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

    /// Removes the first result of a task.
    ///
    /// - Returns: the number of the instance that has caused it; 0 where that is not noted.
    package func forgetArrival(of task: Int) -> Int { queue.takeHeld(of: task)?.instance ?? 0 }

    /// Removes the next step of a task, which then never continues.
    ///
    /// - Returns: the number of the instance that has caused it; 0 where that is not noted.
    package func forgetStep(of task: Int) -> Int { queue.takeHeldStep(of: task)?.instance ?? 0 }

    // MARK: Playing transcripts

    /// Removes the work of former sessions, and starts virtual time at 0.
    package func restart() { queue.restart() }

    /// Whether a turn is needed that neither a line nor a timer causes.
    package func hasWork(for session: Session) -> Bool {
      !session.mustWait && (queue.hasReadyJobs || session.hasChanges)
    }

    /// Performs such turns until none is needed.
    package func finishWork(of session: Session) {
      while takeArrivals(for: session) || hasWork(for: session) {
        if hasWork(for: session) { session.perform(.arrival) }
      }
    }

    // MARK: Serving

    /// Serves until the input ends, the reader closes the pipe, or `exit`, SIGTERM or SIGINT comes.
    ///
    /// - Parameter interruption: may do work between two turns.
    package func serve(
      _ connection: Connection, interruptedBy interruption: (any LoopInterruption)? = nil
    ) throws(SystemError) {
      let session = connection.session
      Process.catchTermination()
      Process.reportTermination(to: wakeup.writing)
      connection.wakeup = wakeup
      // In a recording, the output of idle turns would depend on the speed of the turns.
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
        // Otherwise lines that have room again would come before the steps.
        let steppingPool = session.mustWait ? nil : alternatingPool
        steppingPool?.resume()
        let timeout =
          wait.hasMoreLines || hasMore ? 0 : sooner(timeout(session), session.outbox.timeToRest)
        let quiet = session.timeToQuiet
        let isForQuiet = if let quiet { quiet <= timeout ?? quiet } else { false }
        let ready = polled.wait(milliseconds: isForQuiet ? quiet : timeout)
        steppingPool?.pause()
        wakeup.endSleep()
        // Before time passes.
        noteSteps(for: session)

        if ready.contains(Slot.wakeup) { wakeup.drain() }
        if Process.isTerminationRequested { return connection.terminate() }
        if !wait.writing && ready.contains(Slot.output) { return session.perform(.end) }
        if isReal { fireTimers(for: session) }
        hasMore = takeArrivals(for: session)
        if ready.contains(Slot.mainQueue) { runMainQueue(for: session) }
        // With virtual time, the rest of a turn that was cut off waits until time moves, so that
        // the same lines always give the same answers.
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
          // The first lines have come: time 0.
          queue.startTime()
          connection.read()
        }
      }
    }

    private enum Slot {
      static let (wakeup, mainQueue, input, output, interruption, count) = (0, 1, 2, 3, 4, 5)
    }

    /// The most timers and arrivals in one round, so that other work is not delayed.
    private static let (timerLimit, arrivalLimit) = (1000, 100)

    /// Moves the time to that of the clock, and performs a turn for each due timer, at the time for
    /// which it was set. If a limit or a full outbox ends this early, the time is that of the last
    /// timer, so that later turns come after all that were due then.
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

    /// Performs a turn for each result from other threads, up to a limit: lines are read in
    /// between, however fast another thread sends.
    ///
    /// - Returns: whether there may be more, after the next lines.
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

    /// In a recording, performs a turn for the steps that tasks have taken on other threads, before
    /// their results.
    private func noteSteps(for session: Session) {
      guard session.turnLog != nil, !session.mustWait else { return }
      let steps = queue.takeSteps()
      if !steps.isEmpty { session.perform(.steps(steps)) }
    }

    /// Runs the items of Dispatch's main queue as a turn. In a replay, the recording says when.
    private func runMainQueue(for session: Session) {
      guard !queue.isHoldingArrivals, mainQueue.run() else { return }
      session.perform(.completion(of: 0))
    }

    private func sooner(_ first: Int?, _ second: Int?) -> Int? {
      guard let first, let second else { return first ?? second }
      return min(first, second)
    }

    /// Returns the time until there is work, in milliseconds, rounded up; `nil` to wait for a
    /// wakeup.
    private func timeout(_ session: Session) -> Int? {
      if session.mustWait { return nil }
      if hasWork(for: session) || !queue.isVirtual && queue.hasDeferredJobs { return 0 }
      // In a recording, arrivals that could not be taken wait for a step, which may end soon.
      if queue.hasArrivals { return alternatingPool == nil ? 0 : 1 }
      guard !queue.isVirtual, let deadline = queue.nextDeadline else { return nil }
      let rest = deadline - min(queue.realNow, deadline)
      return Int(min(rest.addingWithoutOverflow(999_999) / 1_000_000, 1_000_000_000))
    }
  }
#endif
