import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// Every form of several publishers. The first one sends 1 and 9, the others one element each: so
/// the operators differ.
struct SeveralTests {
  private let first = CurrentValueSubject<Int, Never>(1)
  private let b = CurrentValueSubject<String, Never>("b")
  private let c = CurrentValueSubject<Bool, Never>(true)
  private let d = CurrentValueSubject<Double, Never>(2.5)

  private func rows<Output>(_ publisher: some Publisher<Output, Never>) -> String {
    first.value = 1
    var rows: [String] = []
    let subscription = publisher.sink { rows.append("\($0)") }
    first.send(9)
    subscription.cancel()
    return rows.joined(separator: " ")
  }

  @Test func combineLatestTakesUpToFour() {
    #expect(rows(first.combineLatest(b)) == #"(1, "b") (9, "b")"#)
    #expect(rows(first.combineLatest(b, c)) == #"(1, "b", true) (9, "b", true)"#)
    #expect(rows(first.combineLatest(b, c, d)) == #"(1, "b", true, 2.5) (9, "b", true, 2.5)"#)
    #expect(rows(first.combineLatest(b) { "\($0)\($1)" }) == "1b 9b")
    #expect(rows(first.combineLatest(b, c) { "\($0)\($1)\($2)" }) == "1btrue 9btrue")
    #expect(
      rows(first.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }) == "1btrue2.5 9btrue2.5")
    #expect(rows(Publishers.CombineLatest(first, b)) == #"(1, "b") (9, "b")"#)
    #expect(rows(Publishers.CombineLatest3(first, b, c)) == #"(1, "b", true) (9, "b", true)"#)
    #expect(
      rows(Publishers.CombineLatest4(first, b, c, d))
        == #"(1, "b", true, 2.5) (9, "b", true, 2.5)"#)
  }

  @Test func zipTakesUpToFour() {
    #expect(rows(first.zip(b)) == #"(1, "b")"#)
    #expect(rows(first.zip(b, c)) == #"(1, "b", true)"#)
    #expect(rows(first.zip(b, c, d)) == #"(1, "b", true, 2.5)"#)
    #expect(rows(first.zip(b) { "\($0)\($1)" }) == "1b")
    #expect(rows(first.zip(b, c) { "\($0)\($1)\($2)" }) == "1btrue")
    #expect(rows(first.zip(b, c, d) { "\($0)\($1)\($2)\($3)" }) == "1btrue2.5")
    #expect(rows(Publishers.Zip(first, b)) == #"(1, "b")"#)
    #expect(rows(Publishers.Zip3(first, b, c)) == #"(1, "b", true)"#)
    #expect(rows(Publishers.Zip4(first, b, c, d)) == #"(1, "b", true, 2.5)"#)
  }

  @Test func mergeTakesAnyNumber() {
    let (two, three) = (Just(2), Just(3))
    #expect(rows(first.merge(with: two)) == "1 2 9")
    #expect(rows(first.merge(with: two, three)) == "1 2 3 9")
    #expect(rows(Publishers.Merge(first, two)) == "1 2 9")
    #expect(rows(Publishers.Merge3(first, two, three)) == "1 2 3 9")
    #expect(rows(Publishers.MergeMany([two, three])) == "2 3")
  }
}
