#if !os(Linux) || MAIN_QUEUE
  import HostEngine
  import Dispatch
  import OperatingSystem
  import Reactive
  import Synchronization
  import ViewModelKit

  /// Serves one frontend from the main queue, where a process cannot install its own executors
  /// (`Executors.swift`).
  ///
  /// The main actor's jobs are items of the same queue, which does not report when it is empty. So
  /// a turn ends with the items that were in the queue when its line had been handled; later ones
  /// belong to the next turn. Time cannot be virtual. On Linux, `swift build -Xswiftc -DMAIN_QUEUE`
  /// uses this loop.
  @MainActor
  package final class EventLoop: TurnLoop {
    private var connection: Connection?
    private let wakeup: Wakeup
    private var termination: (any DispatchSourceRead)?
    private var reading: (any DispatchSourceRead)?
    private var writing: (any DispatchSourceWrite)?
    private var waits = Connection.Wait(reading: false, writing: false)
    private let isWoken = Atomic(false)

    /// An error: this loop has no virtual time.
    package struct Unsupported: Error, CustomStringConvertible {
      package let description =
        "virtual time needs executors that this platform does not let a process install"
    }

    /// - Parameters:
    ///   - timeMode: not `virtual`. A recording has only the turns, as steps on other threads are
    ///     not observable.
    ///   - jobLimit: ignored.
    package init(_ timeMode: TimeMode, jobLimit: Int) throws {
      if timeMode == .virtual { throw Unsupported() }
      // Only for the signals.
      wakeup = try Wakeup()
    }

    package var virtualTime: (any VirtualTime)? { nil }

    package let clock: any ClockSource = RealClock()

    package var scheduler: any SchedulerType { MainScheduler.loop }

    package func runReadyJobs() -> Bool { true }

    /// Not known, as the timers are Dispatch's.
    package var timeToNextTimer: Int64? { nil }

    /// Not known, as the threads are Dispatch's.
    package var taskCount: Int { 0 }

    package func restart() {}

    package func finishWork(of session: Session) {
      while session.hasChanges { session.perform(.arrival) }
    }

    package nonisolated func wake() {
      guard !isWoken.exchange(true, ordering: .sequentiallyConsistent) else { return }
      // After the jobs that are in the queue already.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.isWoken.store(false, ordering: .sequentiallyConsistent)
          self.connection?.session.perform(.arrival)
          self.work()
        }
      }
    }

    /// Serves until the input ends, the reader closes the pipe, or `exit`, SIGTERM or SIGINT comes;
    /// then ends the process.
    package func serve(_ connection: Connection) throws(SystemError) {
      self.connection = connection
      let termination = DispatchSource.makeReadSource(
        fileDescriptor: wakeup.descriptor.raw, queue: .main)
      termination.setEventHandler { [self] in
        connection.terminate()
        end()
      }
      termination.resume()
      self.termination = termination
      Process.catchTermination()
      Process.reportTermination(to: wakeup.writing)
      endWhenReaderCloses(connection.output.descriptor)
      let reading = DispatchSource.makeReadSource(
        fileDescriptor: connection.input.descriptor.raw, queue: .main)
      reading.setEventHandler { [self] in
        // The source does not report the end of a pipe that comes together with its last bytes.
        repeat {
          connection.read()
          work()
        } while waits.reading
          && Poll.wait(for: [Poll.Entry(connection.input.descriptor, .read)], milliseconds: 0)[0]
            .isReady
      }
      self.reading = reading
      let writing = DispatchSource.makeWriteSource(
        fileDescriptor: connection.output.descriptor.raw, queue: .main)
      writing.setEventHandler { [self] in work() }
      self.writing = writing
      work()
      dispatchMain()
    }

    /// Ends the session when the reader closes the pipe, which a source reports only if there is
    /// output.
    private func endWhenReaderCloses(_ output: Descriptor) {
      try? Thread.detach {
        while !Poll.wait(for: [Poll.Entry(output, .hangUp)])[0].isReady {}
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            self.connection?.session.perform(.end)
            self.end()
          }
        }
      }
    }

    /// Handles what is available, and has the sources wait for the rest.
    private func work() {
      guard let connection, let wait = connection.work() else { end() }
      for time in [connection.session.timeToQuiet, connection.session.outbox.timeToRest] {
        guard let time else { continue }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(time)) { [self] in wake() }
      }
      if wait.reading != waits.reading { wait.reading ? reading?.resume() : reading?.suspend() }
      if wait.writing != waits.writing { wait.writing ? writing?.resume() : writing?.suspend() }
      waits = wait
    }

    private func end() -> Never { Process.exit(0) }
  }

  /// The time since the process first read it.
  nonisolated private struct RealClock: ClockSource {
    private let start = ContinuousClock.now

    var now: Duration { start.duration(to: .now) }

    func sleep(until deadline: Duration) async throws {
      try await Task.sleep(until: start + deadline, clock: .continuous)
    }
  }
#endif
