import JSON
import TestSupport
import Testing

/// A number whose value is an integer of 64 bits is that integer, in whatever way it is written;
/// every other one is the nearest double.
struct IntegerFormTests {
  /// The integer as which a number was kept. `==` does not distinguish them, as `1` equals `1.0`.
  private func kept(_ text: String) throws -> Int64? {
    guard case .integer(let integer) = try JSONValue(parsing: text) else { return nil }
    return integer
  }

  @Test(
    arguments: [
      ("1.0", 1), ("-1.0", -1), ("1000.0", 1000), ("1e3", 1000), ("1E+3", 1000), ("-1e3", -1000),
      ("1.5e1", 15), ("1200e-2", 12), ("0.0", 0), ("0e0", 0), ("0e5", 0), ("-0", 0),
      ("-0.0", 0), ("-0e7", 0), ("0.000e-999999", 0),
      ("0e99999999999999999999", 0), ("1e0", 1), ("1e-0", 1), ("100e-2", 1), ("0.001e3", 1),
      ("999999999999999.0", 999_999_999_999_999), ("1e15", 1_000_000_000_000_000),
      ("9007199254740992.0", 9_007_199_254_740_992), ("9007199254740993.0", 9_007_199_254_740_993),
      ("9007199254740993e0", 9_007_199_254_740_993),
      ("9.007199254740993e15", 9_007_199_254_740_993),
      ("90071992547409930e-1", 9_007_199_254_740_993), ("1e18", 1_000_000_000_000_000_000),
      ("-1e18", -1_000_000_000_000_000_000), ("9.2e18", 9_200_000_000_000_000_000),
      ("9223372036854775807.0", .max), ("9.223372036854775807e18", .max),
      ("9223372036854775807000e-3", .max), ("-9223372036854775808.0", .min),
      ("-9.223372036854775808e18", .min), ("-0.9223372036854775808e19", .min),
      ("1.00000000000000000000000000000", 1), ("1000000000000000000000000000000e-30", 1),
      ("0.0000000000000000000000000000001e31", 1), ("0.00000000000000000000000000000000", 0),
      ("123456789012345678.00000000000000000000", 123_456_789_012_345_678),
    ] as [(String, Int64)])
  func isThatInteger(text: String, integer: Int64) throws {
    #expect(try kept(text) == integer)
    #expect(try JSONValue(parsing: text).description == "\(integer)")
  }

  @Test(
    arguments: [
      ("1.5", 1.5), ("0.1", 0.1), ("1e-1", 0.1), ("15e-1", 1.5), ("1e-400", 0),
      ("9223372036854775808", 0x1p63),
      ("9223372036854775808.0", 0x1p63), ("9.223372036854775808e18", 0x1p63),
      ("-9223372036854775809.0", -0x1p63), ("1e19", 1e19), ("-1e19", -1e19), ("1e300", 1e300),
      ("18446744073709551616.0", 0x1p64), ("18446744073709551617e0", 0x1p64),
      // Their nearest doubles are integers; they are none.
      ("1.00000000000000000001", 1), ("9007199254740993.5", 9_007_199_254_740_994),
      ("9007199254740992.1", 0x1p53), ("9223372036854775807.5", 0x1p63),
      ("100000000000000000001e-2", 1e18), ("4503599627370497.25", 4_503_599_627_370_497),
    ] as [(String, Double)])
  func isTheNearestDouble(text: String, double: Double) throws {
    guard case .double(let value) = try JSONValue(parsing: text) else {
      Issue.record("\(text) was kept as an integer")
      return
    }
    #expect(value.bitPattern == double.bitPattern)
  }

  /// Integers of all lengths, with the point anywhere in their digits, and zeros before and after.
  @Test func thePointMayStandAnywhere() {
    forEachSeed(upTo: 2_000) { seed throws in
      var random = SeededGenerator(seed: seed)
      let integer = Int64(bitPattern: random.next()) >> Int64.random(in: 0...62, using: &random)
      let sign = integer < 0 ? "-" : ""
      let digits = String(integer.magnitude)
      guard integer != 0 else { return }
      let place = Int.random(in: 1...digits.count, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 1...25, using: &random))
      let whole = digits.prefix(place)
      let fraction = digits.dropFirst(place)
      for text in [
        "\(digits).\(zeros)", "\(digits)e0", "\(digits)\(zeros)e-\(zeros.count)",
        "\(whole).\(fraction)\(zeros)e\(fraction.count)",
        "0.\(zeros)\(digits)e+\(zeros.count + digits.count)",
      ] {
        #expect(try kept(sign + text) == integer, "\(sign)\(text)")
      }
      // One more digit at the end is a fraction.
      for text in [
        "\(digits).\(zeros)1", "\(digits)1e-1", "\(whole).\(fraction)1e\(fraction.count)",
      ] {
        #expect(try kept(sign + text) == nil, "\(sign)\(text)")
      }
    }
  }
}
