import JSONRPC

/// Serves one frontend on two descriptors, on the main thread, until the frontend is gone.
///
/// One `poll` waits for input, for other threads and signals through the wakeup's pipe, for timers, and, when there is
/// something to write, for room. What has come in is read at once, each line is a turn, and the output of all of
/// them is written at once.
final class EventLoop: TurnLoop {
  private let queue: JobQueue
  private let wakeup: Wakeup
  private var jobs: [JobQueue.Job] = []

  init(isVirtual: Bool) throws {
    guard let wakeup = Wakeup() else {
      throw ChildProcess.StartError(description: "no more pipes")
    }
    self.wakeup = wakeup
    queue = JobQueue(isVirtual: isVirtual, wakeup: wakeup)
    precondition(Process.isMainThread, "the event loop belongs to the main thread")
    Executors.install(queue)
  }

  // MARK: What a session needs

  var isVirtual: Bool { queue.isVirtual }

  nonisolated func wake() { wakeup.wake() }

  func runReadyJobs() {
    while queue.hasReadyJobs {
      var list = jobs
      jobs = []
      queue.takeReady(into: &list)
      for job in list { Executors.run(job) }
      list.removeAll(keepingCapacity: true)
      jobs = list
    }
  }

  func advance(milliseconds: Int64, turn: () -> Void) -> Int64 {
    let (span, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let end = overflow ? Int64.max / 2 : min(queue.now + span, .max / 2)
    while queue.fireTimer(dueAt: end) { turn() }
    queue.moveVirtualTime(to: end)
    return queue.now / 1_000_000
  }

  // MARK: Serving

  /// Reads from `input` and writes to `output` until the input ends, the frontend no longer reads, or `exit` or
  /// SIGTERM comes.
  func serve(_ session: Session, input: Descriptor, output: Descriptor) {
    Process.tellTermination(to: wakeup.writing)
    var decoder = LineDecoder(limit: session.options.lineLimit)
    let pipe = OutputPipe(output)
    var inputHasEnded = false

    while true {
      while session.wantsInput, let line = decoder.next() { session.receive(line) }
      if inputHasEnded && session.wantsInput {
        if let line = decoder.finish() { session.receive(line) }
        session.end()
      }
      let hasStalled = !session.wantsInput
      guard flush(session, pipe) else { return session.end() }
      if session.phase == .ended {
        session.end()
        return flushAll(session, pipe)
      }
      // Lines that waited for room can be handled now.
      if hasStalled && session.wantsInput { continue }

      var entries = [Poll.Entry(wakeup.descriptor, .read)]
      let readIndex = session.wantsInput && !inputHasEnded ? entries.count : nil
      if readIndex != nil { entries.append(Poll.Entry(input, .read)) }
      if session.output.count > 0 { entries.append(Poll.Entry(pipe.descriptor, .write)) }

      wakeup.prepareToSleep()
      let isIdle = session.changes.isEmpty && !queue.hasReadyJobs
      Poll.wait(&entries, milliseconds: isIdle ? timeout() : 0)
      wakeup.endSleep()

      if entries[0].isReady, wakeup.drain() {
        session.end()
        // Whoever sent the signal does not wait for a frontend that does not read.
        _ = flush(session, pipe)
        return
      }
      if queue.hasReadyJobs || !session.changes.isEmpty { session.settle() }
      if !isVirtual {
        while queue.fireTimer(dueAt: queue.now) { session.settle() }
      }
      if let readIndex, entries[readIndex].isReady {
        let count = decoder.fill { buffer in
          if case .bytes(let count) = input.read(into: buffer) { count } else { 0 }
        }
        inputHasEnded = count <= 0
      }
    }
  }

  /// Writes what there is room for.
  ///
  /// - Returns: false when nobody reads any more.
  private func flush(_ session: Session, _ pipe: OutputPipe) -> Bool {
    while session.output.count > 0 {
      switch session.output.withBytes({ pipe.write($0) }) {
      case .bytes(let count): session.output.removeFirst(count)
      case .wouldBlock:
        session.isBackedUp = true
        return true
      case .closed: return false
      }
      if session.output.count == 0 && session.isBackedUp {
        // Updates that were put off meanwhile.
        session.isBackedUp = false
        session.settle()
      }
    }
    return true
  }

  /// Writes everything, waiting for room, unless nobody reads any more or the process is to end.
  private func flushAll(_ session: Session, _ pipe: OutputPipe) {
    while flush(session, pipe), session.output.count > 0 {
      let entries = Poll.wait(for: [
        Poll.Entry(wakeup.descriptor, .read), Poll.Entry(pipe.descriptor, .write),
      ])
      if entries[0].isReady, wakeup.drain() { return }
    }
  }

  /// How long until the next timer, in milliseconds, rounded up.
  private func timeout() -> Int? {
    guard !isVirtual, let deadline = queue.nextDeadline else { return nil }
    return Int(min(max(deadline - queue.now + 999_999, 0) / 1_000_000, 1_000_000_000))
  }
}
