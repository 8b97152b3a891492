import JSON
import TestSupport
import Testing

struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) throws -> Void) rethrows -> String {
    var writer = JSONWriter(minimumCapacity: 1)
    try write(&writer)
    return writer.text
  }

  @Test(
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-1, "-1"), (9, "9"), (10, "10"),
      (99, "99"),
      (100, "100"), (-1234, "-1234"), (.integer(.max), "9223372036854775807"),
      (.integer(.min), "-9223372036854775808"), (1.5, "1.5"), (1e30, "1e+30"), ([], "[]"),
      ([:], "{}"),
      ([1, [2, []]], "[1,[2,[]]]"), (["b": 1, "a": [:]], #"{"b":1,"a":{}}"#), ("", "\"\""),
      ("a", "\"a\""),
    ] as [(JSONValue, String)]
  )
  func writesValues(value: JSONValue, expected: String) {
    #expect(text { $0.write(value) } == expected)
    #expect(value.description == expected)
    #expect(value.serialized() == Array(expected.utf8))
  }

  /// RFC 8259, section 7, with the shortest escapes, as RFC 8785 wants them: wherever in a text.
  @Test(arguments: [
    ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}", #"\b"#), ("\t", #"\t"#), ("\n", #"\n"#),
    ("\u{C}", #"\f"#), ("\r", #"\r"#), ("\0", #"\u0000"#), ("\u{1}", #"\u0001"#),
    ("\u{B}", #"\u000b"#),
    ("\u{F}", #"\u000f"#), ("\u{10}", #"\u0010"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", "\u{7F}"),
    ("é", "é"), ("😀", "😀"), ("\u{2028}", "\u{2028}"),
  ])
  func escapes(character: String, escape: String) {
    for before in 0...17 {
      for after in [0, 1, 7, 8, 20] {
        let (head, tail) = (
          String(repeating: "x", count: before), String(repeating: "y", count: after)
        )
        #expect(text { $0.write(string: head + character + tail) } == "\"\(head)\(escape)\(tail)\"")
      }
    }
  }

  @Test(
    arguments: [0, 1, 9, 10, 99, 100, 12345, -7, -10, 999_999_999, .max, .min, 1 << 53] as [Int64]
  )
  func writesIntegers(integer: Int64) {
    #expect(text { $0.write(integer: integer) } == String(integer))
  }

  @Test func writesPowersOfTenAndTheirNeighbours() {
    var power: Int64 = 1
    for _ in 0..<18 {
      for integer in [power - 1, power, power + 1, -power] {
        #expect(text { $0.write(integer: integer) } == String(integer))
      }
      power *= 10
    }
  }

  @Test func appendsRawText() {
    let text = text { writer in
      writer.writeRaw("{\"a\":")
      writer.writeRaw(utf8: "é")
      writer.writeByte(UInt8(ascii: ","))
      [UInt8(ascii: "x")].withUnsafeBytes { writer.writeRaw($0) }
      writer.writeRaw(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(text == "{\"a\":é,x")
  }

  @Test func takesBackWhatCannotBeEncoded() throws {
    var writer = JSONWriter()
    writer.writeRaw("before ")
    #expect(throws: EncodingError.self) { try writer.write(encoding: [1, Double.nan]) }
    try writer.write(encoding: [1, 2])
    #expect(writer.text == "before [1,2]")
  }

  /// The buffer as a queue, against an array that does the same.
  @Test func isAQueue() {
    forEachSeed(upTo: 30) { seed in
      var random = SeededGenerator(seed: seed)
      var writer = JSONWriter(minimumCapacity: 1)
      var model: [UInt8] = []
      for _ in 0..<400 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
          let count = Int.random(in: 0...300, using: &random)
          let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
          bytes.withUnsafeBytes { writer.writeRaw($0) }
          model += bytes
        case 4...5:
          let count = Int.random(in: 0...model.count, using: &random)
          writer.removeFirst(count)
          model.removeFirst(count)
        case 6:
          let count = Int.random(in: 0...model.count, using: &random)
          writer.truncate(to: count)
          model.removeLast(model.count - count)
        default:
          guard random.once(in: 10) else { continue }
          writer.removeAll()
          model = []
        }
        #expect(writer.count == model.count)
        #expect(writer.withBytes { Array($0) } == model, "seed \(seed)")
      }
    }
  }
}
