import JSON
import Testing

/// An index says where the first string stands with more than 256 combining marks in a row: to
/// compare it takes Swift a time that grows with the square of their number.
@Suite struct CombiningMarksTests {
  /// Marks of two, three and four bytes, of different combining classes (UnicodeData.txt: 230, 220,
  /// 230, 216).
  private static let kinds = ["\u{301}", "\u{316}", "\u{20D0}", "\u{1D165}"]

  private func marks(_ count: Int) -> String {
    (0..<count).map { Self.kinds[$0 % Self.kinds.count] }.joined()
  }

  /// Where the first string with too many marks stands; the text is read in any case.
  private func offsetOfMarks(_ text: String) -> Int? {
    var found: Int?
    Array(text.utf8).withUnsafeBytes { bytes in
      MemberIndex.read(bytes, goingInto: "params") { value, offset in
        found = offset
        #expect((try? value.get().json) == (try? JSONValue(parsing: text)))
        if case .failure(let error) = value { Issue.record(error) }
      }
    }
    return found
  }

  private func fits(_ text: String) -> Bool { offsetOfMarks(text) == nil }

  /// Wherever they stand, and whatever is around them.
  @Test(arguments: ["", "a", "\u{3042}"])
  func moreMarksThanTheLimitAreRejected(filler: String) {
    for count in stride(from: 0, to: 1_200, by: 7) {
      let before = String(repeating: filler, count: count)
      let (fitting, other) = ("\(before)\(marks(256))a\(marks(256))", "\(before)a\(marks(257))b")
      #expect(fits("\"\(fitting)\""), "\(count)")
      #expect(!fits("\"\(other)\""), "\(count)")
    }
  }

  @Test(arguments: Self.kinds)
  func marksOfEachKindAreCounted(mark: String) {
    #expect(fits("\"\(String(repeating: mark, count: 256))\""))
    #expect(!fits("\"\(String(repeating: mark, count: 257))\""))
  }

  @Test func escapesAndKeysCount() {
    let escaped = String(repeating: #"\u0301"#, count: 257)
    #expect(!fits("\"\(escaped)\""))
    #expect(fits("\"\(escaped.dropLast(6))\""))
    #expect(!fits("[{\"\(marks(257))\":1}]"))
  }

  /// The first of two, in an object that is indexed, in one that is not, and in an array.
  @Test(arguments: [#"{"params":{"a":"*","b":"*"}}"#, #"{"a":{"b":{"*":["*"]}}}"#, #"[1,"*","*"]"#])
  func thePathIsReported(form: String) throws {
    let place = try #require(form.utf8.firstIndex(of: UInt8(ascii: "*")))
    let text = form.replacing("*", with: marks(257))
    #expect(offsetOfMarks(text) == form.utf8.distance(from: form.startIndex, to: place))
  }

  /// Letters without a class, as of Korean and Thai, are no marks, and a long text of them is read.
  @Test(arguments: [
    "\u{AC00}", "\u{1100}\u{1161}\u{11A8}", "\u{0E01}\u{0E31}", "\u{1F469}\u{200D}\u{1F4BB}",
  ])
  func lettersAreNoMarks(text: String) {
    #expect(fits("\"\(String(repeating: text, count: 10_000))\""))
  }
}
