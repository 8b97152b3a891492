@_spi(Host) import Reactive
import ReactiveTesting
import Testing

/// What `debug` prints.
struct DebugTests {
  /// The lines that are printed while the sequence is subscribed.
  private func lines(_ make: () -> Observable<String>) -> [String] {
    var lines: [String] = []
    DebugOutput.$write.withValue({ lines.append($0) }, operation: make).subscribe().dispose()
    return lines
  }

  @Test func everyEventIsALine() {
    #expect(
      lines { Observable.just("a").debug("x") }
        == ["x -> subscribed", "x -> next(a)", "x -> completed", "x -> disposed"])
    #expect(
      lines { Observable.never().debug("x") } == ["x -> subscribed", "x -> disposed"])
  }

  @Test func withoutANameItIsThePlace() {
    #expect(
      lines { Observable.empty().debug(file: "A/B.swift", line: 7) }[0]
        == "A/B.swift:7 -> subscribed")
  }

  @Test func aLongElementIsCutInItsMiddle() {
    let text = String(repeating: "a", count: 20) + "b" + String(repeating: "c", count: 20)
    let cut = String(repeating: "a", count: 20) + "..." + String(repeating: "c", count: 17)
    #expect(lines { Observable.just(text).debug("x", trimOutput: true) }[1] == "x -> next(\(cut))")
    #expect(lines { Observable.just(text).debug("x") }[1] == "x -> next(\(text))")
  }
}
