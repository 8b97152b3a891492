import Reactive
import ReactiveTesting
import Testing

/// RxSwift's documentation of `generate` and `repeatElement`.
struct GenerateTests {
  private let scheduler = TestScheduler()

  @Test func aStateStepByStep() {
    let powers = Observable.generate(
      initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
    #expect(scheduler.record { powers } == marbles("(1248|)"))
    #expect(TestScheduler().record { powers.take(2) } == marbles("(12|)"))
  }

  @Test func whatAClosureThrowsIsTheError() {
    let failing = Observable.generate(initialState: 1, condition: { _ in true }) { state in
      if state == 2 { throw TestError() }
      return state + 1
    }
    #expect(scheduler.record { failing } == marbles("(12#)"))
  }

  @Test func anElementAgainAndAgain() {
    #expect(
      scheduler.record { Observable.repeatElement(7).take(3) } == marbles("(777|)"))
  }
}
