import TestSupport
import Testing

@testable import Finder

struct EscapedTextTests {
  @Test(arguments: [
    ("a\\b", "a\\b"), ("\\x", "\\x"), ("\\x4", "\\x4"), ("\\x+F", "\\x+F"), ("\\xg0", "\\xg0"),
    ("é", "é"),
    // What looks like an escape: the byte that it would stand for has two digits, of either case.
    ("\\x41", "\\x5Cx41"), ("\\xfF\\", "\\x5CxfF\\x5C"), ("é\\\\x00", "é\\x5C\\x5Cx00"),
  ])
  func textsAsTheyAreShown(_ text: String, _ shown: String) {
    #expect(EscapedText.write(Array(text.utf8)) == shown)
  }

  @Test func bytesAreWrittenOnlyWhereTheyAreNoText() {
    #expect(EscapedText.write([0xC3, 0xA9, 0xFF, 92, 0]) == "\\xC3\\xA9\\xFF\\x5C\0")
  }

  /// Whatever is shown can be distinguished from any other.
  @Test(arguments: 0..<10)
  func bytesComeBack(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // What an escape is made of, in any order, and what makes a text none.
    let alphabet: [[UInt8]] = [
      [92], [92], Array("x".utf8), Array("5".utf8), Array("C".utf8), Array("f".utf8),
      Array("+".utf8),
      Array("g".utf8), Array("é".utf8), [0xC3], [0xA9], [0xFF], [0], [10],
    ]
    var escaped = 0
    for _ in 0..<2_000 {
      let some = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let any = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      for bytes in [some.flatMap { $0 }, any] {
        let shown = EscapedText.write(bytes)
        #expect(EscapedText.read(shown) ?? Array(shown.utf8) == bytes, "\(bytes)")
        if !shown.utf8.elementsEqual(bytes) { escaped += 1 }
      }
    }
    #expect(escaped > 500)
  }
}
