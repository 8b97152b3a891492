import TestSupport
import Testing

@testable import JSON

/// Reading decimals: the standard library's `Double(_: String)`, which is the C library's correctly
/// rounded `strtod`, says what is right.
struct DoubleDecimalTests {
  private func expectReading(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let expected = Double(text) else {
      Issue.record("\(text) is no number", sourceLocation: sourceLocation)
      return
    }
    let value = try? JSONValue(parsing: text)
    // What overflows is an error, not infinity.
    let bits = expected.isFinite ? expected.bitPattern : nil
    guard value?.doubleValue?.bitPattern != bits else { return }
    let found = value?.description ?? "an error"
    Issue.record("\(text) was read as \(found)", sourceLocation: sourceLocation)
  }

  @Test func readsHalfPrecisionValues() {
    // -0 is read as the integer 0.
    for double in NumberSamples.halves where double != 0 { expectReading("\(double)") }
  }

  @Test func readsPowersAndTheirNeighbours() {
    for double in NumberSamples.powers { expectReading("\(double)") }
  }

  @Test func readsHalfwayCases() {
    for text in NumberSamples.halfway(2_000, seed: 1) { expectReading(text) }
  }

  @Test func readsSeventeenDigits() {
    for text in NumberSamples.seventeenDigits(20_000, seed: 2) { expectReading(text) }
  }

  @Test func readsRandomDoubles() {
    for double in NumberSamples.random(100_000, seed: 3) { expectReading("\(double)") }
  }

  @Test func readsAnyNumberOfDigits() {
    for count in 1...40 {
      var generator = SeededGenerator(seed: UInt64(count))
      for _ in 0..<200 {
        let digits = (0..<count).map { _ in Int.random(in: 0...9, using: &generator) }
        let text = digits.map(String.init).joined()
        expectReading("1\(text).0")
        expectReading("0.\(text)")
        expectReading("3.\(text)e\(Int.random(in: -330...300, using: &generator))")
      }
    }
  }

  @Test(arguments: [
    ("0.0", 0), ("1e-324", 0), ("1e-400", 0), ("0e999999999999999999999", 0), ("1.5", 1.5),
    ("4.9e-324", .leastNonzeroMagnitude), ("2e-324", 0), ("3e-324", .leastNonzeroMagnitude),
    ("0.000000000000000000000000000000000000001e39", 1), ("1e-99999999999999999999", 0),
    ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func readsEdges(text: String, double: Double) throws {
    #expect(try JSONValue(parsing: text).doubleValue == double)
  }
}
