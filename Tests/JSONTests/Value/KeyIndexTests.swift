import Testing

@testable import JSON

/// Whatever a lookup or an insertion does is bounded by the longest run of filled slots.
struct KeyIndexTests {
  /// With at most every second slot filled and a good hash the longest run of 20,000 keys has about
  /// 50 slots.
  private static let bound = 200

  /// How often each of some keys stands in an object that is parsed.
  @Test(arguments: [
    (keys: 1, times: 20_000), (keys: 2, times: 10_000), (keys: 17, times: 1_200),
    (keys: 141, times: 141), (keys: 10_000, times: 2), (keys: 20_000, times: 1),
  ])
  func equalKeysTakeOneSlot(keys: Int, times: Int) {
    let names = (0..<keys * times).map { "key \($0 % keys)" }
    let index = KeyIndex(MemberBuffer(names))
    #expect(index.slots.count { $0 != 0 } == keys)
    #expect(index.longestRun <= Self.bound)
  }

  /// One key again and again, among others that stand once.
  @Test func equalKeysAmongOthers() {
    let names = (0..<20_000).map { $0.isMultiple(of: 2) ? "same" : "key \($0)" }
    let index = KeyIndex(MemberBuffer(names))
    #expect(index.slots.count { $0 != 0 } == 10_001)
    #expect(index.longestRun <= Self.bound)
  }

  /// `Hasher` has the same seed in each process where `SWIFT_DETERMINISTIC_HASHING` is set: then
  /// keys can be chosen that fall into a small part of the table. The index has a seed of its own.
  @Test func chosenKeysDoNotCollide() {
    let count = 2_000
    let table = 8_192
    var names: [String] = []
    var number = 0
    while names.count < count {
      let name = "key \(number)"
      var hasher = Hasher()
      name.hashCodeUnits(into: &hasher)
      if hasher.finalize() & (table - 1) < table / 64 { names.append(name) }
      number += 1
    }
    let index = KeyIndex(MemberBuffer(names))
    #expect(index.slots.count == table)
    #expect(index.longestRun <= Self.bound)
  }

  @Test func theFirstOfEqualKeysIsFound() {
    let buffer = MemberBuffer((0..<1_000).map { "key \($0 % 100)" })
    let index = KeyIndex(buffer)
    for position in 0..<100 {
      #expect(
        buffer.withMembers { index.position(of: "key \(position)", in: $0) } == position)
    }
    #expect(buffer.withMembers { index.position(of: "key 100", in: $0) } == nil)
  }
}

extension MemberBuffer {
  /// Members with these keys, of which some may be equal.
  fileprivate init(_ keys: [String]) {
    self.init()
    for key in keys { append(JSONObject.Member(key: key, value: .null)) }
  }
}

extension KeyIndex {
  /// The greatest number of filled slots beside each other; the last is beside the first.
  fileprivate var longestRun: Int {
    var longest = 0
    var run = 0
    for slot in slots + slots {
      run = slot == 0 ? 0 : run + 1
      longest = max(longest, run)
    }
    return min(longest, slots.count)
  }
}
