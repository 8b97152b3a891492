import Testing

@testable import HostTools

@Suite struct LingeringTests {
  private typealias Pending = Lingering.Pending
  private static let nothing = Pending(isWorking: false, timer: nil)

  /// Time that the test moves, in milliseconds.
  private final class Time {
    var now = 5_000_000
  }

  private let time = Time()

  private func lingering(_ limit: Int) -> Lingering {
    Lingering(limit: limit) { [time] in time.now }
  }

  /// Waits as long as it is asked to, and nothing comes.
  private func wait(_ lingering: inout Lingering, _ pending: Pending) -> Int? {
    #expect(lingering.next(nil) == nil)
    let milliseconds = lingering.next(pending)
    time.now += milliseconds ?? 0
    lingering.hasWaited()
    // What the host has said is used once.
    if !lingering.isOver { #expect(lingering.next(pending) == nil) }
    return milliseconds
  }

  @Test func nothingIsToBeAtWorkTwice() {
    var lingering = lingering(10_000)
    #expect(wait(&lingering, Self.nothing) == 250)
    #expect(!lingering.isOver)
    #expect(wait(&lingering, Self.nothing) == 0)
    #expect(lingering.isOver)
    #expect(lingering.complaint == nil)
  }

  @Test func aTimerIsWaitedFor() {
    var lingering = lingering(10_000)
    #expect(wait(&lingering, Self.nothing) == 250)
    #expect(wait(&lingering, Pending(isWorking: true, timer: 700)) == 700)
    #expect(wait(&lingering, Self.nothing) == 250)
    #expect(wait(&lingering, Self.nothing) == 0)
    #expect(lingering.isOver)
  }

  @Test func whatTakesTooLongIsNotWaitedForAndIsNamed() {
    var lingering = lingering(1000)
    #expect(wait(&lingering, Pending(isWorking: false, timer: 900)) == 900)
    #expect(wait(&lingering, Pending(isWorking: false, timer: 1500)) == 0)
    #expect(lingering.isOver)
    #expect(
      lingering.complaint
        == "Something may still change: a timer is due in 1.5 s. --wait SECONDS waits longer.\n")
  }
}
