#if os(Linux)
  import OperatingSystem
  import Testing

  @testable import HostLoop

  @Suite struct WorkerPoolTests {
    /// Keeps the jobs of its tasks for another thread to run.
    nonisolated private final class Collector: TaskExecutor {
      private let jobs = Lock<[UnownedJob]>([])

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
      }

      /// A job that does this.
      func job(
        priority: TaskPriority = .medium, _ body: @escaping @Sendable () -> Void
      ) -> UnownedJob {
        Task(executorPreference: self, priority: priority) { @concurrent in body() }
        return jobs.withLock { $0.removeFirst() }
      }

      func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private let collector = Collector()
    private let ends: (reading: Descriptor, writing: Descriptor)
    private let pool: WorkerPool

    init() throws {
      let ends = try Descriptor.pipe()
      self.ends = ends
      pool = WorkerPool(
        run: { [collector] in collector.run($0) },
        isFree: { withUnsafeBytes(of: UInt8(0)) { _ = ends.writing.write($0) } })
    }

    /// Has the pool do what it does in a recording.
    private func record() {
      pool.alternate()
      pool.resume()
    }

    /// Waits until so many steps have ended.
    private func waitForEnds(_ count: Int) {
      for _ in 0..<count { Self.waitForByte(from: ends.reading) }
    }

    nonisolated private static func waitForByte(from descriptor: Descriptor) {
      var byte: UInt8 = 0
      _ = withUnsafeMutableBytes(of: &byte) { descriptor.read(into: $0) }
    }

    @Test func stepsBeginInTheirOrder() {
      let log = StepLog()
      for number in 0..<1000 {
        pool.enqueue(collector.job { log.note(number) }, from: StepOrigin())
      }
      waitForEnds(1000)
      #expect(log.numbersByStep == Array(0..<1000))
    }

    /// Which number each step had.
    nonisolated private final class StepLog: Sendable {
      private let numbers = Lock<[Int: Int]>([:])
      func note(_ number: Int) {
        let step = Worker.current?.step ?? 0
        numbers.withLock { $0[step] = number }
      }
      var numbersByStep: [Int] {
        numbers.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
      }
    }

    @Test func theOldestStepIsTheOneThatHasNotEnded() throws {
      let gate = try Descriptor.pipe()
      record()
      #expect(pool.findOldestShortStep() == nil)
      let begun = try Descriptor.pipe()
      pool.enqueue(
        collector.job {
          withUnsafeBytes(of: UInt8(0)) { _ = begun.writing.write($0) }
          Self.waitForByte(from: gate.reading)
        }, from: StepOrigin())
      Self.waitForByte(from: begun.reading)
      #expect(pool.findOldestShortStep() == 1)
      withUnsafeBytes(of: UInt8(0)) { _ = gate.writing.write($0) }
      waitForEnds(1)
      #expect(pool.findOldestShortStep() == nil)
    }

    @Test func whatTakesLongIsNotWaitedFor() throws {
      let gate = try Descriptor.pipe()
      record()
      pool.enqueue(
        collector.job { Self.waitForByte(from: gate.reading) }, from: StepOrigin())
      // Until it has begun, and until it has been found to take long.
      while pool.findOldestShortStep() == nil { Poll.nap(milliseconds: 1) }
      while pool.findOldestShortStep() != nil { Poll.nap(milliseconds: 1) }
      withUnsafeBytes(of: UInt8(0)) { _ = gate.writing.write($0) }
      waitForEnds(1)
    }

    @Test func thereAreMoreThreadsWhenAllWait() {
      // Each waits until all have begun.
      let count = Process.processorCount + 3
      let barrier = Monitor(0)
      for _ in 0..<count {
        pool.enqueue(
          collector.job {
            barrier.withLock { $0 += 1 }
            barrier.signal()
            barrier.wait { $0 >= count ? () : nil }
            // Only one is woken at a time: so each wakes another.
            barrier.signal()
          }, from: StepOrigin())
      }
      waitForEnds(count)
    }

    @Test func theOriginIsThatOfTheStep() {
      let seen = Monitor<[Int64?]>([])
      for time in [Int64?(5), nil] {
        pool.enqueue(
          collector.job {
            let time = Worker.current?.origin.time
            seen.withLock { $0.append(time) }
          }, from: StepOrigin(time: time))
        waitForEnds(1)
      }
      #expect(seen.withLock { $0 } == [5, nil])
    }

    @Test(arguments: [
      (999_997_000, 1_000_000_100, 1_000_000_000), (995_900_000, 1_000_000_000, 1_000_000_000),
      (333_680_000, 333_700_010, 333_700_000), (1_500, 1_500, 1_500), (-20, -10, -20),
      (3_599_999_990_000, 3_600_000_000_001, 3_600_000_000_000), (-1000, 900, 900),
    ])
    func aSleepIsTheRoundestOfWhatItMayBe(low: Int64, high: Int64, expected: Int64) {
      #expect(Sleep.roundest(in: low...high) == expected)
    }

    /// What begins at once has asked for whole milliseconds, however long its thread has waited
    /// before that.
    @Test(
      arguments: [
        (12_990_000, 53_000_000, 13_000_000), (36_951_000, 36_990_000, 36_990_000),
        (36_951_000, 37_000_100, 37_000_000), (299_960_000, 300_010_000, 300_000_000),
        (-27_000_000, 13_100_000, 10_000_000), (-5, 40_000_000, 40_000_000),
      ] as [(Int64, Int64, Int64)])
    func whatASleepHasMostLikelyAskedFor(low: Int64, high: Int64, expected: Int64) {
      #expect(Sleep.likeliest(in: low...high) == expected)
    }
  }
#endif
