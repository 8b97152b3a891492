import Testing

@testable import HostTools

@Suite struct DrainWaitTests {
  private typealias Pending = DrainWait.Pending
  private static let nothing = Pending(isWorking: false, timer: nil)

  /// Time that the test moves, in milliseconds.
  private final class Time {
    var now = 5_000_000
  }

  private let time = Time()

  private func drainWait(_ limit: Int) -> DrainWait {
    DrainWait(limit: limit) { [time] in time.now }
  }

  /// Waits as long as it is asked to, and nothing comes.
  private func wait(_ drainWait: inout DrainWait, _ pending: Pending) -> Int? {
    #expect(drainWait.next(nil) == nil)
    let milliseconds = drainWait.next(pending)
    time.now += milliseconds ?? 0
    drainWait.hasWaited()
    // What the host has said is used once.
    if !drainWait.isOver { #expect(drainWait.next(pending) == nil) }
    return milliseconds
  }

  @Test func nothingIsToBeAtWorkTwice() {
    var drainWait = drainWait(10_000)
    #expect(wait(&drainWait, Self.nothing) == 250)
    #expect(!drainWait.isOver)
    #expect(wait(&drainWait, Self.nothing) == 0)
    #expect(drainWait.isOver)
    #expect(drainWait.complaint == nil)
  }

  @Test func aTimerIsWaitedFor() {
    var drainWait = drainWait(10_000)
    #expect(wait(&drainWait, Self.nothing) == 250)
    #expect(wait(&drainWait, Pending(isWorking: true, timer: 700)) == 700)
    #expect(wait(&drainWait, Self.nothing) == 250)
    #expect(wait(&drainWait, Self.nothing) == 0)
    #expect(drainWait.isOver)
  }

  @Test func whatTakesTooLongIsNotWaitedForAndIsNamed() {
    var drainWait = drainWait(1000)
    #expect(wait(&drainWait, Pending(isWorking: false, timer: 900)) == 900)
    #expect(wait(&drainWait, Pending(isWorking: false, timer: 1500)) == 0)
    #expect(drainWait.isOver)
    #expect(
      drainWait.complaint
        == "Something may still change: a timer is due in 1.5 s. --wait SECONDS waits longer.\n")
  }
}
