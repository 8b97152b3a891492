import JSON
import Testing

/// A string may have 256 combining marks in a row, and no more: to compare it takes Swift a time that grows with the
/// square of their number.
@Suite struct CombiningMarksTests {
  /// Marks of two, three and four bytes, of different combining classes (UnicodeData.txt: 230, 220, 230, 216).
  private static let kinds = ["\u{301}", "\u{316}", "\u{20D0}", "\u{1D165}"]

  private func marks(_ count: Int) -> String {
    (0..<count).map { Self.kinds[$0 % Self.kinds.count] }.joined()
  }

  private func isRead(_ text: String) -> Bool { (try? JSONValue(parsing: text)) != nil }

  /// Wherever they stand, and whatever is around them.
  @Test(arguments: ["", "a", "\u{3042}"])
  func theLimit(filler: String) {
    for count in stride(from: 0, to: 1_200, by: 7) {
      let before = String(repeating: filler, count: count)
      let (fits, doesNot) = ("\(before)\(marks(256))a\(marks(256))", "\(before)a\(marks(257))b")
      #expect(isRead("\"\(fits)\""), "\(count)")
      #expect(!isRead("\"\(doesNot)\""), "\(count)")
    }
  }

  @Test(arguments: Self.kinds)
  func eachKind(mark: String) {
    #expect(isRead("\"\(String(repeating: mark, count: 256))\""))
    #expect(!isRead("\"\(String(repeating: mark, count: 257))\""))
  }

  @Test func escapesAndKeysCount() {
    let escaped = String(repeating: #"\u0301"#, count: 257)
    #expect(!isRead("\"\(escaped)\""))
    #expect(isRead("\"\(escaped.dropLast(6))\""))
    #expect(!isRead("[{\"\(marks(257))\":1}]"))
  }

  @Test func theErrorNamesThePlace() {
    #expect {
      try JSONValue(parsing: "[1, \"a\(marks(257))\"]")
    } throws: { error in
      "\(error)"
        == "expected at most 256 combining marks in a row in a string, found more at line 1, column 6 (byte 5)"
    }
  }

  /// Letters without a class, as of Korean and Thai, are no marks, and a long text of them is read.
  @Test(arguments: [
    "\u{AC00}", "\u{1100}\u{1161}\u{11A8}", "\u{0E01}\u{0E31}", "\u{1F469}\u{200D}\u{1F4BB}",
  ])
  func lettersAreNoMarks(text: String) {
    #expect(isRead("\"\(String(repeating: text, count: 10_000))\""))
  }
}
