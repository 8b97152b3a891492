import JSON
import TestSupport
import Testing

struct JSONObjectTests {
  @Test func keepsTheOrderOfInsertion() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.map(\.key) == ["b", "a", "c"])
    #expect(Array(object.keys) == ["b", "a", "c"])
    object["b"] = nil
    object["b"] = 5
    #expect(object.description == #"{"a":2,"c":3,"b":5}"#)
    object["missing"] = nil
    #expect(object.count == 3)
    #expect(object.position(of: "c") == 1)
    #expect(object.position(of: "d") == nil)
    #expect(object[1] == ("c", 3))
  }

  @Test func isAValue() {
    let old: JSONObject = ["a": 1]
    var new = old
    new["a"] = 2
    new.append(key: "b", value: 3)
    var third = new
    third.remove(at: 0)
    #expect(old == ["a": 1])
    #expect(new == ["b": 3, "a": 2])
    #expect(third == ["b": 3])
    #expect(JSONObject().isEmpty && JSONObject(minimumCapacity: 0).isEmpty)
  }

  /// Against a dictionary and an array of keys that do the same, through all sizes, also of an
  /// object that was a dictionary, whose keys are in the order of RFC 8785.
  @Test func behavesAsADictionary() {
    forEachSeed(upTo: 80) { seed in
      var random = SeededGenerator(seed: seed)
      let range = random.once(in: 2) ? 0..<12 : 0..<60
      // The emoji comes before U+FB33 in UTF-16, and behind it in UTF-8.
      let name = { (number: Int) in
        "\(["key", "\u{1F600}", "\u{FB33}"][number % 3]) number \(number)"
      }
      var object = JSONObject()
      var keys: [String] = []
      var values: [String: JSONValue] = [:]
      if random.once(in: 2) {
        for number in range { values[name(number)] = .integer(Int64(number)) }
        object = try #require(try JSONValue(encoding: values).objectValue)
        keys = values.keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
      }
      for step in 0..<300 {
        let key = name(Int.random(in: range, using: &random))
        if random.once(in: 3) {
          object[key] = nil
          values[key] = nil
          keys.removeAll { $0 == key }
        } else {
          if values.updateValue(.integer(Int64(step)), forKey: key) == nil { keys.append(key) }
          object[key] = .integer(Int64(step))
        }
        #expect(object.map(\.key) == keys, "seed \(seed)")
        #expect(object.allSatisfy { values[$0.key] == $0.value }, "seed \(seed)")
        #expect(object[key] == values[key], "seed \(seed)")
      }
      #expect(JSONObject(uniqueKeysWithValues: object.reversed()) == object)
    }
  }

  @Test func isNeverQuadratic() {
    var object = JSONObject()
    for number in 0..<100_000 { object["\(number)"] = .integer(Int64(number)) }
    #expect((0..<100_000).allSatisfy { object["\($0)"] == .integer(Int64($0)) })
  }

  /// Of equal keys the last value wins, in the place of the first; also in objects with an index.
  @Test(arguments: [1, 2, 16, 17, 18, 300])
  func equalKeysOfATextAreOneMember(keys: Int) throws {
    for times in [1, 2, 100] {
      let members = (0..<keys * times).map { "\"key \($0 % keys)\":\($0)" }
      let text = "{\(members.joined(separator: ","))}"
      let object = try #require(try JSONValue(parsing: text).objectValue)
      let lastRound = keys * (times - 1)
      let expected = (0..<keys).map { JSONValue.integer(Int64(lastRound + $0)) }
      #expect(Array(object.keys) == (0..<keys).map { "key \($0)" })
      #expect(object.map { $0.value } == expected)
      #expect(object.indices.allSatisfy { object.position(of: object[$0].key) == $0 })
    }
  }
}

extension JSONObject {
  fileprivate init(uniqueKeysWithValues members: [(key: String, value: JSONValue)]) {
    self.init(minimumCapacity: members.count)
    for (key, value) in members { append(key: key, value: value) }
  }
}
