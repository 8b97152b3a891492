import JSONRPC
import Testing

@Suite struct MessageDecoderTests {
  /// What a decoder makes of bytes that arrive in pieces: messages, `#` for one that was too long,
  /// `!` and the reason for a header that makes no sense.
  private func messages(_ pieces: [[UInt8]], capacity: Int) -> [String] {
    var decoder = MessageDecoder(limit: 20, capacity: capacity)
    var messages: [String] = []
    func note(_ frame: Frame) {
      switch frame {
      case .complete(let bytes): messages.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: messages.append("#")
      case .malformed(let reason): messages.append("!\(reason)")
      }
    }
    for piece in pieces {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = decoder.fill { rest.pour(into: $0) }
        #expect(count > 0, "a decoder always has room")
        if count <= 0 { return messages }
        while let frame = decoder.next() { note(frame) }
      }
    }
    if let frame = decoder.finish() { note(frame) }
    return messages
  }

  static let table: [(input: String, messages: [String])] = [
    // Lines, as soon as it cannot be a header.
    ("", []),
    ("{}\n[]", ["{}", "[]"]),
    ("\r\n\n{}\n", ["{}"]),
    ("Cont", ["Cont"]),
    ("Conrad\n{}\n", ["Conrad", "{}"]),
    ("Content\n{}\n", ["Content", "{}"]),
    ("{}\nContent-Length: 2\n\n{}", ["{}", "Content-Length: 2", "{}"]),
    // Headers.
    ("Content-Length: 2\r\n\r\n{}", ["{}"]),
    ("Content-Length: 2\n\n{}", ["{}"]),
    ("\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
    ("content-length:2\r\n\r\n{}CONTENT-LENGTH:  3 \r\n\r\n[1]", ["{}", "[1]"]),
    (
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
      ["{}"]
    ),
    ("Content-Length: 2\r\nX-Other: a: b\r\n\r\n{}", ["{}"]),
    // A message may contain anything, line ends too; its length is in bytes.
    ("Content-Length: 5\r\n\r\n{\n \n}Content-Length: 6\r\n\r\n\"日\"\r\n", ["{\n \n}", "\"日\"\r"]),
    ("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", ["", "{}"]),
    // Empty lines between messages.
    ("Content-Length: 2\r\n\r\n{}\r\n\r\nContent-Length: 2\r\n\r\n[]\n", ["{}", "[]"]),
    // Just as long as a message may be, and a byte longer.
    (
      "Content-Length: 20\r\n\r\n12345678901234567890Content-Length: 2\r\n\r\n{}",
      ["12345678901234567890", "{}"]
    ),
    ("Content-Length: 21\r\n\r\n123456789012345678901Content-Length: 2\r\n\r\n{}", ["#", "{}"]),
    // What makes no sense; the next header is read all the same.
    (
      "Content-Type: x\r\n\r\nContent-Length: 2\r\n\r\n{}",
      ["!a header without Content-Length", "{}"]
    ),
    (
      "Content-Length: -2\r\n\r\nContent-Length: 2\r\n\r\n{}",
      ["!a Content-Length that is no length: Content-Length: -2", "{}"]
    ),
    (
      "Content-Length: 2x\r\n\r\n", ["!a Content-Length that is no length: Content-Length: 2x"]
    ),
    (
      "Content-Length: \r\n\r\n", ["!a Content-Length that is no length: Content-Length: "]
    ),
    (
      "Content-Length: 99999999999999999999\r\n\r\n",
      ["!a Content-Length that is no length: Content-Length: 99999999999999999999"]
    ),
    (
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\nContent-Length: 2\r\n\r\n{}",
      ["!a Content-Length that is no length: Content-Length: 3", "{}"]
    ),
    ("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
    (
      "Content-Length 2\r\n\r\nContent-Length: 2\r\n\r\n{}",
      ["!a header line without a colon: Content-Length 2", "{}"]
    ),
    // The end within a message.
    ("Content-Length: 3\r\n\r\n{}", ["!the input ended within a message"]),
    ("Content-Length: 3\r\n", ["!the input ended within a message"]),
    ("Content-Length: 3", ["!the input ended within a message"]),
    ("Content-Length: 21\r\n\r\n123", ["#", "!the input ended within a message"]),
  ]

  @Test func aHeaderLineIsNotKeptForEver() {
    let long = "Content-\(String(repeating: "x", count: 20_000))\r\n\r\nContent-Length: 2\r\n\r\n{}"
    #expect(
      messages([Array(long.utf8)], capacity: 64)
        == ["!a header line of more than 8192 bytes", "{}"])
  }

  @Test func emptyLinesBeforeTheFirstMessageAreNotKept() {
    var decoder = MessageDecoder(limit: 100, capacity: 64)
    var room = 0
    for _ in 0..<10_000 {
      _ = decoder.fill { buffer in
        room = max(room, buffer.count)
        for index in buffer.indices { buffer[index] = index.isMultiple(of: 3) ? 0x0D : 0x0A }
        return buffer.count
      }
      #expect(decoder.next() == nil)
    }
    #expect(room < 10_000)
  }

  @Test(arguments: table)
  func messagesAreTheSameHoweverTheBytesAreCut(input: String, expected: [String]) {
    let bytes = Array(input.utf8)
    #expect(messages([bytes], capacity: 1024) == expected, "in one piece")
    #expect(messages(bytes.map { [$0] }, capacity: 8) == expected, "in single bytes")
    for cut in bytes.indices {
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(messages(pieces, capacity: 8) == expected, "cut at \(cut)")
      #expect(messages(pieces, capacity: 1) == expected, "cut at \(cut), little room")
    }
  }
}
