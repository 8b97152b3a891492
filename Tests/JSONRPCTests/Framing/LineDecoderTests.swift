import JSONRPC
import Testing

@Suite struct LineDecoderTests {
  /// What a decoder makes of bytes that arrive in pieces: the lines, and `nil` for one that was too
  /// long.
  private func lines(
    _ pieces: [[UInt8]], limit: Int = 100, capacity: Int = 8
  ) -> [String?] {
    var decoder = LineDecoder(limit: limit, capacity: capacity)
    var lines: [String?] = []
    func note(_ line: Frame) {
      switch line {
      case .complete(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append(nil)
      case .malformed(let reason): Issue.record("a line was \(reason)")
      }
    }
    for piece in pieces {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = decoder.fill { rest.pour(into: $0) }
        #expect(count > 0, "a decoder always has room")
        if count <= 0 { return lines }
        while let line = decoder.next() { note(line) }
      }
    }
    if let line = decoder.finish() { note(line) }
    return lines
  }

  /// Input, the limit of a line, and the lines: `nil` is one that was too long.
  static let table: [(input: String, limit: Int, lines: [String?])] = [
    ("", 10, []),
    ("\n", 10, []),
    ("\r\n\r\n\n", 10, []),
    ("a\n", 10, ["a"]),
    ("a", 10, ["a"]),
    ("a\r\n", 10, ["a"]),
    ("a\r", 10, ["a"]),
    ("a\rb\n", 10, ["a\rb"]),
    ("one\ntwo\nthree", 10, ["one", "two", "three"]),
    ("one\n\n\r\ntwo\r\n", 10, ["one", "two"]),
    ("12345\n", 5, ["12345"]),
    ("12345\r\n", 5, ["12345"]),
    ("123456\nok\n", 5, [nil, "ok"]),
    ("123456\r\nok\n", 5, [nil, "ok"]),
    ("1234567890123\nok\n12345678\nfine", 5, [nil, "ok", nil, "fine"]),
    ("1234567890123", 5, [nil]),
    ("1234567890123", .max, ["1234567890123"]),
    ("日本語\n日本\n", 100, ["日本語", "日本"]),
  ]

  @Test(arguments: table)
  func linesAreTheSameHoweverTheBytesAreCut(
    input: String, limit: Int, expected: [String?]
  ) {
    let bytes = Array(input.utf8)
    #expect(lines([bytes], limit: limit) == expected, "in one piece")
    #expect(lines(bytes.map { [$0] }, limit: limit) == expected, "in single bytes")
    for cut in bytes.indices {
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(lines(pieces, limit: limit) == expected, "cut at \(cut)")
      #expect(lines(pieces, limit: limit, capacity: 1) == expected, "cut at \(cut), little room")
    }
  }

  @Test func aLineMayBeLongerThanTheBuffer() {
    let long = String(repeating: "x", count: 100_000)
    #expect(lines([Array("\(long)\nend".utf8)], limit: 200_000) == [long, "end"])
  }

  @Test func aLineThatNeverEndsIsNotKept() {
    var decoder = LineDecoder(limit: 1000, capacity: 64)
    var room = 0
    var reported = 0
    for _ in 0..<10_000 {
      _ = decoder.fill { buffer in
        room = max(room, buffer.count)
        buffer.copyBytes(from: repeatElement(UInt8(ascii: "x"), count: buffer.count))
        return buffer.count
      }
      while let line = decoder.next() {
        if case .tooLong = line { reported += 1 }
      }
    }
    #expect(reported == 1)
    #expect(room < 10_000)
  }

  @Test func nothingIsReadAtTheEnd() {
    var decoder = LineDecoder(limit: 10)
    #expect(decoder.fill { _ in 0 } == 0)
    #expect(decoder.fill { _ in -1 } == -1)
    #expect(decoder.next() == nil)
    #expect(decoder.finish() == nil)
  }
}
