import Testing

@testable import JSON

/// Writing doubles: the standard library's `description` has the same digits, the shortest that
/// read back and of those the nearest, in another notation.
struct DoubleShortestDecimalTests {
  /// The digits without zeros at either end, and the exponent of the first one.
  private struct Digits: Equatable {
    var digits: String
    var exponent: Int

    init(_ text: String) {
      let description = text.drop { $0 == "-" }
      let parts = description.split(separator: "e")
      let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      var text = halves.joined()
      exponent = halves[0].count - 1 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
      while text.hasPrefix("0"), text.count > 1 {
        text.removeFirst()
        exponent -= 1
      }
      while text.hasSuffix("0"), text.count > 1 { text.removeLast() }
      digits = text
    }
  }

  private func expectShortest(
    _ double: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = JSONValue.double(double).description
    guard Double(text) == double, Digits(text) == Digits("\(double)") else {
      Issue.record("\(double) was written as \(text)", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func writesHalfPrecisionValues() {
    for double in NumberSamples.halves where double != 0 { expectShortest(double) }
  }

  @Test func writesPowersAndTheirNeighbours() {
    for double in NumberSamples.powers where double != 0 { expectShortest(double) }
  }

  @Test func writesRandomDoubles() {
    for double in NumberSamples.random(100_000, seed: 4) where double != 0 {
      expectShortest(double)
    }
  }

  /// RFC 8785, appendix B.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
      (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"), (0x44b5_2d02_c7e1_4af6, "1e+23"),
      (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
      (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
      (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
      (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"), (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
      (0x41b3_de43_5555_5553, "333333333.3333332"), (0x41b3_de43_5555_5554, "333333333.33333325"),
      (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
      (0x41b3_de43_5555_5557, "333333333.33333343"),
      (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
      (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
    ] as [(UInt64, String)]
  )
  func writesTheSamplesOfRFC8785(bits: UInt64, text: String) {
    #expect(JSONValue.double(Double(bitPattern: bits)).description == text)
  }

  /// ECMA-262, Number::toString: where the notation changes.
  @Test(arguments: [
    (1e21, "1e+21"), (1e20, "100000000000000000000"),
    (123_456_789_012_345_683_968, "123456789012345680000"),
    (1.5e300, "1.5e+300"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (0.1, "0.1"),
    (100, "100"), (1e30, "1e+30"), (-0.0, "0"), (1.25, "1.25"), (-12.5, "-12.5"),
  ])
  func writesTheNotationOfECMAScript(double: Double, text: String) {
    #expect(JSONValue.double(double).description == text)
  }
}
