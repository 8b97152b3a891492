import JSON
import Testing

/// Whatever the bytes are, there is a value or an error.
struct RobustnessTests {
  private static let documents = [
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/call","params":{"id":"pager-1","arguments":[1]}}"#,
    #"[-0.5e+10,12345678901234567890,true,false,null,"\u00e9\uD83D\uDE00\n",{"":[[]]},{}, 1E-7 ]"#,
    "{\"é\":\"中文 😀 a longer text that has more than a word\",\"e\u{301}\":[1,2.5,-3]}",
  ]

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func nestedObjects(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    #expect(JSONValue.defaultDepthLimit == 512)
    _ = try JSONValue(parsing: nested(512))
    _ = try JSONValue(parsing: nestedObjects(512))
    _ = try JSONValue(parsing: nested(3), depthLimit: 3)
    for text in [nested(513), nestedObjects(513), String(repeating: "[", count: 100_000)] {
      let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
      #expect(error?.reason == "expected at most 512 nested arrays and objects, found more")
    }
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: nested(4), depthLimit: 3) }
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[]", depthLimit: 0) }
    #expect(try JSONValue(parsing: "1", depthLimit: 0) == 1)
  }

  /// A proper prefix of an object or an array is never complete.
  @Test(arguments: documents) func everyPrefixIsAnError(text: String) throws {
    let bytes = Array(text.utf8)
    _ = try JSONValue(parsing: bytes)
    for end in 0..<bytes.count {
      let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: bytes[..<end]) }
      #expect(error.map { $0.offset <= end } == true)
    }
  }

  /// What still is a value with a byte changed can be written and read again.
  @Test(arguments: documents) func everyCorruptionIsAValueOrAnError(text: String) throws {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for replacement in UInt8.min...UInt8.max {
        var corrupted = bytes
        corrupted[place] = replacement
        guard let value = try? JSONValue(parsing: corrupted) else { continue }
        #expect(try JSONValue(parsing: value.serialized()) == value)
      }
      var shortened = bytes
      shortened.remove(at: place)
      _ = try? JSONValue(parsing: shortened)
    }
  }

  /// The parser reads nothing beyond the end, wherever in memory the text stands.
  @Test(arguments: documents) func theTextMayStandAnywhere(text: String) throws {
    let expected = try JSONValue(parsing: text)
    for offset in 0..<16 {
      let bytes = [UInt8](repeating: 0x22, count: offset) + text.utf8 + [0x22, 0x5D, 0x31]
      #expect(try JSONValue(parsing: bytes[offset..<offset + text.utf8.count]) == expected)
    }
  }

  @Test func anEmptyBufferMayHaveNoAddress() {
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: empty) }
  }
}
