import TestSupport
import Testing

@testable import JSON

/// Values that are found to be the same have the same JSON form. That of dictionaries and sets also
/// counts when something was put into them that was there.
struct PlainComparisonTests {
  private func areSame<Value>(_ left: Value, _ right: Value) throws -> Bool {
    try #require(PlainComparison(Value.self)).areSame(left, right)
  }

  /// Has a dictionary changed in place, and returns whether it is the same as before.
  private func staysSame<Key, Value>(
    _ dictionary: [Key: Value], _ change: (inout [Key: Value]) -> Void
  ) throws -> Bool {
    var changed = dictionary
    change(&changed)
    return try areSame(dictionary, changed)
  }

  @Test func aDictionaryIsTheSameThatWasGivenWhatItHas() throws {
    let lengths = ["a": 1, "bb": 2, "a longer text than fits into a word": 3]
    #expect(try staysSame(lengths) { $0["bb"] = 2 })
    #expect(try staysSame(lengths) { $0["a longer text than fits into a word"] = 3 })
    #expect(try !staysSame(lengths) { $0["bb"] = 3 })
    #expect(try !staysSame(lengths) { $0["bb"] = nil })
    #expect(try !staysSame(lengths) { $0["c"] = 3 })
    let lists = [1: ["a"], 2: []]
    #expect(try staysSame(lists) { $0[1] = ["a"] })
    #expect(try !staysSame(lists) { $0[1] = ["b"] })
    #expect(try areSame([String: Int](), [:]))
  }

  /// Swift takes these texts for equal.
  @Test func whatHasOtherCodeUnitsIsNotTheSame() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(try !staysSame([1: composed]) { $0[1] = decomposed })
    #expect(try !staysSame(["a": composed]) { $0["a"] = decomposed })
    #expect(try !areSame([composed: 1], [decomposed: 1]))
    #expect(try !areSame([composed] as Set, [decomposed]))
    #expect(try !areSame([0.0: "a"].mapValues { _ in 0.0 }, [0.0: -0.0]))
  }

  @Test func aSetIsTheSameThatWasGivenWhatItHas() throws {
    let words: Set = ["a", "bb", "a longer text than fits into a word"]
    var others = words
    others.remove("bb")
    #expect(try !areSame(words, others))
    others.insert("ccc")
    #expect(try !areSame(words, others))
    var same = words
    same.update(with: "bb")
    #expect(try areSame(words, same))
  }

  @Test func isThatOfTheJSONForms() throws {
    forEachSeed(upTo: 200) { seed in
      var random = SeededGenerator(seed: seed)
      var dictionary: [String: Int] = [:]
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        dictionary["\(Int.random(in: 0...60, using: &random))"] = Int.random(
          in: 0...3, using: &random)
      }
      var changed = dictionary
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let key = "\(Int.random(in: 0...60, using: &random))"
        changed[key] = Bool.random(using: &random) ? changed[key] : 1
      }
      let isSame = try JSONValue(encoding: dictionary) == JSONValue(encoding: changed)
      // Nothing was put into it that may have moved the rest.
      #expect(try areSame(dictionary, changed) == isSame, "seed \(seed)")
    }
  }
}
