import JSON
import Testing

@testable import Contracts

/// Pairs of types of which it is known by construction whom the change breaks.
struct SchemaPairsTests {
  @Test func noChangeIsMissedAndNoneIsAFalseAlarm() {
    var counts: [Int: Int] = [:]
    for seed in 0..<5_000 {
      var generator = PairGenerator(seed: UInt64(seed))
      let old = generator.type()
      let (new, breaks) = generator.change(old)
      counts[breaks.rawValue, default: 0] += 1
      for (direction, whom) in [
        (ContractChange.Direction.sent, PairBreaks.senders), (.received, .receivers),
      ] {
        var comparison = SchemaComparison([:], [:])
        comparison.compare(old.schema, new.schema, direction, "x")
        let found = comparison.changes.listed.contains(where: \.breaks)
        #expect(
          found == breaks.contains(whom),
          "seed \(seed), \(direction): \(old.schema) to \(new.schema): \(comparison.changes.listed)"
        )
      }
    }
    // Each kind of change is there often.
    #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 300 }, "\(counts)")
  }
}
