import JSON
import Testing

struct JSONValueTests {
  @Test(
    arguments: [
      (1, 1.0), (0, -0.0), (.integer(1 << 60), .double(0x1p60)), (.integer(.min), .double(-0x1p63)),
      ("é", "\u{E9}"), ([1, 2.0], [1.0, 2]), (["a": 1, "b": 2], ["b": 2.0, "a": 1]), (nil, nil),
      ([], []),
    ] as [(JSONValue, JSONValue)]
  )
  func equalNumbersAndTextsAreEqual(left: JSONValue, right: JSONValue) {
    #expect(left == right)
    #expect(right == left)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(
    arguments: [
      (true, 1), (false, 0), (nil, false), (0, ""), ("1", 1), ([], [:]), (nil, [nil]),
      ("\u{E9}", "e\u{301}"),
      (["\u{E9}": 1], ["e\u{301}": 1]), ([1, 2], [2, 1]), (["a": 1], ["a": 1, "b": 2]),
      (["a": 1], ["b": 1]),
      (.integer((1 << 53) + 1), .double(0x1p53)), (.integer(.max), .double(0x1p63)), (1, 1.5),
      ("a", "b"),
      ("a text of more than fifteen bytes", "a text of more than sixteen bytes"),
      // Canonically equivalent, and of the same length.
      ("q\u{323}\u{307}", "q\u{307}\u{323}"),
    ] as [(JSONValue, JSONValue)]
  )
  func differentValuesAreNotEqual(left: JSONValue, right: JSONValue) {
    #expect(left != right)
    #expect(right != left)
  }

  @Test(
    arguments: [
      (nil, "null"), (true, "a boolean"), (1, "an integer"), (1.5, "a number"), ("", "a string"),
      ([], "an array"),
      ([:], "an object"),
    ] as [(JSONValue, String)]
  )
  func eachValueNamesItsKind(value: JSONValue, kind: String) {
    #expect(value.kind == kind)
    #expect(value.isNull == (kind == "null"))
  }

  @Test func accessorsReadWithoutTraps() {
    let value: JSONValue = ["a": [1, 2.5, "x", true, nil], "n": 4.0]
    #expect(value["a"]?[0]?.integerValue == 1)
    #expect(value["a"]?[0]?.doubleValue == 1)
    #expect(value["a"]?[1]?.integerValue == nil)
    #expect(value["a"]?[1]?.doubleValue == 2.5)
    #expect(value["a"]?[2]?.stringValue == "x")
    #expect(value["a"]?[3]?.boolValue == true)
    #expect(value["a"]?[4]?.isNull == true)
    #expect(value["a"]?[5] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?["0"] == nil)
    #expect(value["n"]?.integerValue == 4)
    #expect(value["b"] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?.arrayValue?.count == 5)
    #expect(value.objectValue?.count == 2)
    #expect(value.arrayValue == nil)
    #expect(value["a"]?.objectValue == nil)
    #expect(value.stringValue == nil && value.boolValue == nil && value.doubleValue == nil)
    #expect(value.integerValue == nil && !value.isNull)
  }

  /// Beyond 2^53 a double stands for several integers.
  @Test func integersOfDoubles() {
    #expect(JSONValue.double(0x1p53).integerValue == 1 << 53)
    #expect(JSONValue.double(0x1p54).integerValue == nil)
    #expect(JSONValue.double(-0x1p53).integerValue == -(1 << 53))
    #expect(JSONValue.integer(.max).integerValue == .max)
    #expect(JSONValue.double(1e300).integerValue == nil)
    #expect(JSONValue.double(-0.0).integerValue == 0)
  }

  @Test func literalsBecomeValues() {
    let value: JSONValue = ["a": 1, "b": [1.5, true, nil, "\(1 + 1)"], "a": 2]
    #expect(value.description == #"{"a":2,"b":[1.5,true,null,"2"]}"#)
  }
}
