import Reactive
import ReactiveTesting
import Testing

/// `bind` and `drive` that apply a function, as table views and feedback loops are bound.
struct TransformationTests {
  private let log = Log()

  private func rows(_ source: Observable<[Int]>) -> (_ cell: @escaping (Int) -> String) -> [String]
  {
    { cell in
      var texts: [String] = []
      _ = source.subscribe(onNext: { texts = $0.map(cell) })
      return texts
    }
  }

  @Test func aFunctionThatTakesTheSequence() {
    let count = { (source: Observable<[Int]>) -> Int in
      var count = 0
      _ = source.subscribe(onNext: { count = $0.count })
      return count
    }
    #expect(Observable.just([1, 2]).bind(to: count) == 2)
    #expect(Driver.just([1, 2, 3]).drive(count) == 3)
    #expect(Infallible.just([1]).bind(to: { count($0.asObservable()) }) == 1)
  }

  @Test func aCurriedFunctionGetsItsArgument() {
    let cell = { (number: Int) in "row \(number)" }
    #expect(Observable.just([1, 2]).bind(to: rows, curriedArgument: cell) == ["row 1", "row 2"])
    #expect(Driver.just([3]).drive(rows, curriedArgument: cell) == ["row 3"])
    #expect(Driver.just([4]).drive(rows)(cell) == ["row 4"])
    let infallible = Infallible.just([5])
    #expect(
      infallible.bind(to: { rows($0.asObservable()) }, curriedArgument: cell) == ["row 5"])
  }

  @Test func neverIsLongerThanAnyTest() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2-3|")
    #expect(
      scheduler.record {
        source.buffer(timeSpan: .never, count: 2, scheduler: MainScheduler.instance).map(\.count)
      } == marbles("---2--(1|)"))
  }
}
