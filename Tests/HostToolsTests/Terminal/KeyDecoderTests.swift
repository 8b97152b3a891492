import Testing

@testable import HostTools

/// What xterm sends (Control Sequences, section "PC-Style Function Keys" and "Mouse Tracking").
struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    let keys = decoder.feed(text.utf8)
    #expect(!decoder.isIncomplete)
    return keys
  }

  @Test(arguments: [
    ("\u{1B}[5~", Key.pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .backTab),
    ("\u{1B}[2~", .insert), ("\u{1B}OP", .function(1)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[17~", .function(6)), ("\u{1B}[24~", .function(12)), ("\u{1B}[[A", .function(1)),
    ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;3A", .altKey(.up)),
    ("\u{1B}\r", .altKey(.enter)), ("\u{1B}\u{7F}", .altKey(.backspace)), ("\u{1B}x", .alt("x")),
    ("\u{0}", .control("@")), ("\n", .control("J")), ("\r", .enter), ("\u{1F}", .control("_")),
    ("\u{1B}\u{1B}[A", .altKey(.up)),
  ])
  func keysHaveSequences(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func mouseReportsAreDecoded() {
    #expect(
      keys("\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<65;1;1M\u{1B}[<2;1;1M") == [
        .mouse(.init(action: .press, column: 4, row: 2, hasShift: false, isSecondary: false)),
        .mouse(.init(action: .release, column: 4, row: 2, hasShift: false, isSecondary: false)),
        .mouse(.init(action: .wheelDown, column: 0, row: 0, hasShift: false, isSecondary: false)),
        .mouse(.init(action: .press, column: 0, row: 0, hasShift: false, isSecondary: true)),
      ])
  }

  @Test func whatIsPastedIsText() {
    #expect(
      keys("\u{1B}[200~a\r\u{3}b\u{1B}[201~\r") == [.text("a"), .text(" "), .text("b"), .enter])
  }

  @Test func escapeIsKnownByTime() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isIncomplete)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isIncomplete)
  }

  @Test func whatIsNoKeyIsPassedOver() {
    #expect(keys("\u{1B}[99;5ua\u{1B}[Ib") == [.text("a"), .text("b")])
    #expect(keys("\u{1B}[<1;2Ma") == [.text("a")])
  }
}
