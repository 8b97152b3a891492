import Reactive
import ReactiveTesting
import Testing

/// The forms of `combineLatest` and `zip` with and without a closure, for all kinds of sequences
/// and from two sources to six. The first source sends two elements, and the others one: so the two
/// operators differ.
struct TupleTests {
  private let first = BehaviorRelay(value: 1)
  private static let others = [
    #""a")"#, #""a", true)"#, #""a", true, 2.5)"#, #""a", true, 2.5, nil)"#,
    #""a", true, 2.5, nil, "f")"#,
  ]
  private static let zipped = others.map { "(1, \($0)" }
  private static let combined = others.map { "(1, \($0) (9, \($0)" }

  /// What each of them sends, the second element of `first` included.
  private func rows(_ sequences: Observable<String>...) -> [String] {
    sequences.map { sequence in
      first.accept(1)
      var rows: [String] = []
      let subscription = sequence.subscribe(onNext: { rows.append($0) })
      first.accept(9)
      subscription.dispose()
      return rows.joined(separator: " ")
    }
  }

  private func text<Source: ObservableConvertibleType>(_ source: Source) -> Observable<String> {
    source.asObservable().map { "\($0)" }
  }

  @Test func observablesOfAnyTypesBecomeTuples() {
    let (b, c) = (BehaviorRelay(value: "a"), Single.just(true))
    let (d, e, f) = (Driver.just(2.5), Maybe.just(Int?.none), BehaviorSubject(value: "f"))
    #expect(
      rows(
        text(Observable.combineLatest(first, b)), text(Observable.combineLatest(first, b, c)),
        text(Observable.combineLatest(first, b, c, d)),
        text(Observable.combineLatest(first, b, c, d, e)),
        text(Observable.combineLatest(first, b, c, d, e, f))) == Self.combined)
    #expect(
      rows(
        text(Observable.zip(first, b)), text(Observable.zip(first, b, c)),
        text(Observable.zip(first, b, c, d)), text(Observable.zip(first, b, c, d, e)),
        text(Observable.zip(first, b, c, d, e, f))) == Self.zipped)
  }

  @Test func driversOfAnyTypesBecomeTuples() {
    let (a, b, c) = (first.asDriver(), Driver.just("a"), Driver.just(true))
    let (d, e, f) = (Driver.just(2.5), Driver.just(Int?.none), Driver.just("f"))
    #expect(
      rows(
        text(Driver.combineLatest(a, b)), text(Driver.combineLatest(a, b, c)),
        text(Driver.combineLatest(a, b, c, d)), text(Driver.combineLatest(a, b, c, d, e)),
        text(Driver.combineLatest(a, b, c, d, e, f))) == Self.combined)
    #expect(
      rows(
        text(Driver.zip(a, b)), text(Driver.zip(a, b, c)), text(Driver.zip(a, b, c, d)),
        text(Driver.zip(a, b, c, d, e)), text(Driver.zip(a, b, c, d, e, f))) == Self.zipped)
  }

  @Test func singlesAndMaybes() {
    let (a, b, c) = (Single.just(1), Single.just("a"), Single.just(true))
    let (d, e, f) = (Single.just(2.5), Single.just(Int?.none), Single.just("f"))
    #expect(
      rows(
        text(Single.zip(a, b)), text(Single.zip(a, b, c)), text(Single.zip(a, b, c, d)),
        text(Single.zip(a, b, c, d, e)), text(Single.zip(a, b, c, d, e, f))) == Self.zipped)
    #expect(
      rows(
        text(Maybe.zip(a.asMaybe(), b.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe(), d.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe(), d.asMaybe(), e.asMaybe())))
        == Self.zipped.dropLast())
    #expect(rows(text(Maybe.zip(a.asMaybe(), Maybe<Int>.empty()))) == [""])
  }

  /// Closures calculate. That this compiles in time is what the forms of four and five are written
  /// out for.
  @Test func closuresThatCalculate() {
    let (a, b, c) = (Observable.just(2), Observable.just(3), Observable.just(4))
    let (d, e) = (Observable.just(5), Observable.just(6))
    #expect(
      rows(
        text(Observable.combineLatest(first, a) { $0 * 10 + $1 }),
        text(Observable.combineLatest(first, a, b) { $0 * 100 + $1 * 10 + $2 }),
        text(Observable.combineLatest(first, a, b, c) { $0 * 1000 + $1 * 100 + $2 * 10 + $3 }),
        text(Observable.combineLatest(first, a, b, c, d) { $0 * 1000 + $1 * $2 * 10 + $3 - $4 }),
        text(Observable.combineLatest(first, a, b, c, d, e) { "\($0)\($1)\($2)\($3)\($4)\($5)" }))
        == ["12 92", "123 923", "1234 9234", "1059 9059", "123456 923456"])
    #expect(
      rows(
        text(Observable.zip(first, a) { $0 * 10 + $1 }),
        text(Observable.zip(first, a, b) { $0 * 100 + $1 * 10 + $2 }),
        text(Observable.zip(first, a, b, c) { $0 * 1000 + $1 * 100 + $2 * 10 + $3 }),
        text(Observable.zip(first, a, b, c, d) { $0 * 1000 + $1 * $2 * 10 + $3 - $4 }),
        text(Observable.zip(first, a, b, c, d) { a, b, c, d, e in a * 1000 + b * c * 10 + d - e }),
        text(Observable.zip(first, a, b, c, d, e) { "\($0)\($1)\($2)\($3)\($4)\($5)" }))
        == ["12", "123", "1234", "1059", "1059", "123456"])
  }

  @Test func closuresOfTraits() {
    let (a, b, c) = (first.asDriver(), Driver.just(2), Driver.just(3))
    let (d, e) = (Driver.just(4), Driver.just(5))
    #expect(
      rows(
        text(Driver.combineLatest(a, b, c, d) { $0 * 1000 + $1 * 100 + $2 * 10 + $3 }),
        text(Driver.combineLatest(a, b, c, d, e) { $0 * 1000 + $1 * $2 * 10 + $3 - $4 }),
        text(Driver.zip(a, b, c, d) { $0 * 1000 + $1 * 100 + $2 * 10 + $3 }),
        text(Driver.zip(a, b, c, d, e) { $0 * 1000 + $1 * $2 * 10 + $3 - $4 }))
        == ["1234 9234", "1059 9059", "1234", "1059"])
    let (s, t, u) = (Single.just(1), Single.just(2), Single.just(3))
    let (v, w) = (Single.just(4), Single.just(5))
    #expect(
      rows(
        text(Single.zip(s, t, u) { $0 * 100 + $1 * 10 + $2 }),
        text(Single.zip(s, t, u, v) { $0 * 1000 + $1 * 100 + $2 * 10 + $3 }),
        text(Single.zip(s, t, u, v, w) { $0 * 1000 + $1 * $2 * 10 + $3 - $4 }),
        text(Maybe.zip(s.asMaybe(), t.asMaybe(), u.asMaybe(), v.asMaybe()) { $0 + $1 * $2 - $3 }))
        == ["123", "1234", "1059", "3"])
  }

  /// Closures look into the tuples.
  @Test func closuresOnTuples() {
    let (a, b) = (Observable.just(2), Observable.just(3))
    let (d, s) = (Driver.just(2), Single.just(2))
    #expect(
      rows(
        text(Observable.combineLatest(first, a, b, b).map { $0.0 * 10 + $0.1 * $0.2 - $0.3 }),
        text(Observable.zip(first, a, b, b, b).map { a, b, c, d, e in a * 10 + b * c + d - e }),
        text(Driver.combineLatest(first.asDriver(), d, d, d, d).map { $0 + $1 + $2 + $3 + $4 }),
        text(Driver.zip(first.asDriver(), d, d, d).map { $0 + $1 + $2 + $3 }),
        text(Single.zip(s, s, s, s, s).map { $0 + $1 + $2 + $3 + $4 }))
        == ["13 93", "16", "9 17", "7", "10"])
  }
}
