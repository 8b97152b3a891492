import Reactive
import ReactiveTesting
import Testing

/// The forms of `combineLatest` and `zip` without a closure, for all kinds of sequences: two to five, and more.
struct TupleTests {
  private static let rows = [
    #"(1, "a")"#, #"(1, "a", true)"#, #"(1, "a", true, 2.5)"#, #"(1, "a", true, 2.5, nil)"#,
    #"(1, "a", true, 2.5, nil, "f")"#,
  ]

  /// What the only row of each looks like.
  private func rows(_ sequences: Observable<String>...) -> [String] {
    sequences.map { sequence in
      var rows: [String] = []
      _ = sequence.subscribe(onNext: { rows.append($0) })
      return rows.joined(separator: ";")
    }
  }

  private func text<Source: ObservableConvertibleType>(_ source: Source) -> Observable<String> {
    source.asObservable().map { "\($0)" }
  }

  @Test func observables() {
    let (a, b, c) = (Observable.just(1), BehaviorRelay(value: "a"), Single.just(true))
    let (d, e, f) = (Driver.just(2.5), Maybe.just(Int?.none), BehaviorSubject(value: "f"))
    #expect(
      rows(
        text(Observable.combineLatest(a, b)), text(Observable.combineLatest(a, b, c)),
        text(Observable.combineLatest(a, b, c, d)), text(Observable.combineLatest(a, b, c, d, e)),
        text(Observable.combineLatest(a, b, c, d, e, f))) == Self.rows)
    #expect(
      rows(
        text(Observable.zip(a, b)), text(Observable.zip(a, b, c)),
        text(Observable.zip(a, b, c, d)), text(Observable.zip(a, b, c, d, e)),
        text(Observable.zip(a, b, c, d, e, f))) == Self.rows)
  }

  @Test func drivers() {
    let (a, b, c) = (Driver.just(1), Driver.just("a"), Driver.just(true))
    let (d, e, f) = (Driver.just(2.5), Driver.just(Int?.none), Driver.just("f"))
    #expect(
      rows(
        text(Driver.combineLatest(a, b)), text(Driver.combineLatest(a, b, c)),
        text(Driver.combineLatest(a, b, c, d)), text(Driver.combineLatest(a, b, c, d, e)),
        text(Driver.combineLatest(a, b, c, d, e, f))) == Self.rows)
    #expect(
      rows(
        text(Signal.zip(a, b)), text(Signal.zip(a, b, c)), text(Signal.zip(a, b, c, d)),
        text(Signal.zip(a, b, c, d, e)), text(Signal.zip(a, b, c, d, e, f))) == Self.rows)
  }

  @Test func singlesAndMaybes() {
    let (a, b, c) = (Single.just(1), Single.just("a"), Single.just(true))
    let (d, e, f) = (Single.just(2.5), Single.just(Int?.none), Single.just("f"))
    #expect(
      rows(
        text(Single.zip(a, b)), text(Single.zip(a, b, c)), text(Single.zip(a, b, c, d)),
        text(Single.zip(a, b, c, d, e)), text(Single.zip(a, b, c, d, e, f))) == Self.rows)
    #expect(
      rows(
        text(Maybe.zip(a.asMaybe(), b.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe(), d.asMaybe())),
        text(Maybe.zip(a.asMaybe(), b.asMaybe(), c.asMaybe(), d.asMaybe(), e.asMaybe())))
        == Self.rows.dropLast())
    #expect(rows(text(Maybe.zip(a.asMaybe(), Maybe<Int>.empty()))) == [""])
  }

  /// Closures look into the tuples, and calculate.
  @Test func closures() {
    let (o, d, s, m) = (Observable.just(1), Driver.just(1), Single.just(1), Maybe.just(1))
    #expect(
      rows(
        text(Observable.combineLatest(o, o, o, o).map { $0.0 + $0.1 + $0.2 + $0.3 }),
        text(Observable.zip(o, o, o, o, o).map { $0.0 + $0.1 + $0.2 + $0.3 + $0.4 }),
        text(Observable.zip(o, o, o, o, o).map { a, b, c, d, e in a + b * c + d - e }),
        text(Driver.combineLatest(d, d, d, d).map { $0 + $1 + $2 + $3 }),
        text(Driver.zip(d, d, d, d, d).map { $0 + $1 + $2 + $3 + $4 }),
        text(Single.zip(s, s, s, s).map { $0 + $1 + $2 + $3 }),
        text(Single.zip(s, s, s, s, s).map { $0 + $1 + $2 + $3 + $4 }),
        text(Maybe.zip(m, m, m, m).map { $0 + $1 + $2 + $3 }),
        text(Maybe.zip(m, m, m, m, m).map { $0 + $1 + $2 + $3 + $4 }))
        == ["4", "5", "2", "4", "5", "4", "5", "4", "5"])
    #expect(
      rows(
        text(Observable.combineLatest(o, o, o, o) { $0 + $1 + $2 + $3 }),
        text(Driver.combineLatest(d, d, d, d) { $0 + $1 + $2 + $3 }),
        text(Single.zip(s, s, s, s) { $0 + $1 + $2 + $3 }),
        text(Maybe.zip(m, m, m, m) { $0 + $1 + $2 + $3 }))
        == ["4", "4", "4", "4"])
  }
}
