import TestSupport

/// Doubles that are hard to read or to write, for one reason or another.
enum NumberSamples {
  /// Every value of half precision that is finite.
  static var halves: some Sequence<Double> {
    (UInt16.min...UInt16.max).lazy.map { Double(Float16(bitPattern: $0)) }.filter(\.isFinite)
  }

  /// The powers of two and of ten, with the doubles next to them.
  static var powers: [Double] {
    let twos = (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let tens = (-323...308).compactMap { Double("1e\($0)") }
    return (twos + tens).flatMap { [$0.nextDown, $0, $0.nextUp] }.filter(\.isFinite)
  }

  /// Doubles of all sizes: random bits.
  static func random(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
  }

  /// Texts of 17 digits, of sizes that a double has.
  static func seventeenDigits(_ count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let digits = UInt64.random(
        in: 10_000_000_000_000_000...99_999_999_999_999_999,
        using: &generator
      )
      return "\(digits)e\(Int.random(in: -340...292, using: &generator))"
    }
  }

  /// Texts of numbers that lie exactly between two doubles, and one unit to either side.
  static func halfway(_ count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).flatMap { _ in
      // A significand of 54 bits whose last one is set cannot be rounded but to one side or
      // another.
      let odd = generator.next() >> 10 | 1 << 53 | 1
      let shift = UInt64.random(in: 0...9, using: &generator)
      let middle = odd << shift
      let zeros = String(repeating: "0", count: Int.random(in: 0...20, using: &generator))
      return [
        "\(middle).0", "\(middle - 1).0", "\(middle + 1).0", "\(middle)e0", "\(middle).\(zeros)1",
        "\(middle - 1).9\(zeros)9", "\(middle)\(zeros)e-\(zeros.count)",
      ]
    } + [
      // 1 + 2^-53 and its neighbours; the halves at either end of the subnormals; the largest
      // double and what still rounds to it.
      "1.00000000000000011102230246251565404236316680908203125",
      "1.00000000000000011102230246251565404236316680908203124",
      "1.00000000000000011102230246251565404236316680908203126",
      "2.4703282292062327208e-324", "2.4703282292062328e-324", "2.47032822920623272e-324",
      "7.4109846876186981626485318930233205854758970392148714663837852375101326090531312779794975454245398856969484704316857659638998506553390969459816219401617281718945106978546710679176872575177347315553307795408549809608457500958111373034747658096871009590975442271004757307809711118935784838675653998783503015228055934046593739791790738723868299395818481660169122019456499931289798411362062484498678713572180352209017023903285791732520220528974020802906854021606612375549983402671300035812486479041385743401875520901590172592547146296175134159774938718574737870961645638908718119841271673056017045493004705269590165763776884908267986972573366521765567941072508764337560846003984904972149117463085539556354188641513168478436313080237596295773983001708984375e-324",
      "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308",
      "1.7976931348623157e308", "1.7976931348623158e308", "179769313486231580793e289",
    ]
  }
}
