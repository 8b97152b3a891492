import JSON
import Testing

@testable import Transcripts

/// Where two JSON values differ.
@Suite struct MemberDifferenceTests {
  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#, []),
    (
      #"{"params":{"updates":[{"revision":2}]}}"#, #"{"params":{"updates":[{"revision":3}]}}"#,
      ["/params/updates/0/revision: expected 2, got 3"]
    ),
    (#"{"a":1}"#, #"{"a":1,"b":[2]}"#, ["/b: unexpected [2]"]),
    (#"{"a":1,"b":[2]}"#, #"{"a":1}"#, ["/b: missing, expected [2]"]),
    ("[1,2]", "[1]", ["/1: missing, expected 2"]),
    ("[1]", "[2,3]", ["/0: expected 1, got 2", "/1: unexpected 3"]),
    (#"{"a":{}}"#, #"{"a":[]}"#, ["/a: expected {}, got []"]),
    ("1", "true", ["the whole: expected 1, got true"]),
    (#"{"a":"é"}"#, "{\"a\":\"e\u{301}\"}", ["/a: expected \"é\", got \"e\u{301}\""]),
    (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":2}}"#, ["/a~1b/~0: expected 1, got 2"]),
    (
      #"{"r":{"a":1,"b":2}}"#, #"{"r":{"b":2,"a":3}}"#,
      ["/r/a: expected 1, got 3", "/r: expected the members in the order a, b, got b, a"]
    ),
    // One that is missing is not a matter of order.
    (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3}"#, ["/b: missing, expected 2"]),
  ])
  func eachDifferenceHasAPath(expected: String, got: String, descriptions: [String]) throws {
    let differences = MemberDifference.all(
      expected: try JSONValue(parsing: expected), got: try JSONValue(parsing: got))
    let found = differences.map { Array($0.description.utf8) }
    #expect(found == descriptions.map { Array($0.utf8) })
  }

  @Test func longValuesAreCut() {
    let long = JSONValue.string(String(repeating: "x", count: 1000))
    let differences = MemberDifference.all(expected: ["a": long], got: ["a": 1])
    #expect(differences.map(\.description.count) == [100])
  }
}
