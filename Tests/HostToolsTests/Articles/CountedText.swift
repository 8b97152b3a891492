/// A text in which numbers are marked, whether a page writes them as words or as digits.
nonisolated struct CountedText: ExpressibleByStringInterpolation {
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  nonisolated struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ number: Int) { text += CountedText.mark(number) }
  }

  /// A page's prose in one line, without what links lead to, and what it says of commands. What
  /// stands between backquotes stays as it is.
  ///
  /// No numbers are: one and its word, which seldom count; ordinals; years of this century;
  /// versions of iOS; pages and users; names of transcripts. Other tests count what cells of tables
  /// say.
  init(of page: ArticlePage) {
    let lines = page.prose.filter {
      !$0.hasPrefix("[00") && !$0.hasPrefix("[`") && !$0.hasPrefix("<!--")
    }
    let prose = (lines + page.comments).map { $0.replacing(#/^\d\. /#, with: "") }
      .joined(separator: " ")
      .replacing(/\]\([^)]*\)/, with: "]")
      .replacing(/\|(?: [\d,]+(?: to \d+)?)+(?= \|)/, with: "|")
    let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
    text = parts.enumerated().map { index, part in
      index % 2 == 1 ? "`\(part)`" : Self.marked(part, isJapanese: page.isJapanese)
    }.joined()
  }

  private static func mark(_ number: Int) -> String { "⟨\(number)⟩" }

  private static let english = [
    "two": 2, "twice": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
  ]

  private static let japanese: [Character: Int] = [
    "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
  ]

  private static func marked(_ text: Substring, isJapanese: Bool) -> String {
    let digits = String(text).replacing(
      /(iOS|page|user|ユーザー|00\d-\w+|20[12]\d|\d+ ページ目?|\d+\.\d+)( \d+)?|\b\d+\b/
    ) { match in
      Int(match.0).map { $0 < 2010 || $0 > 2029 ? mark($0) : "\($0)" } ?? String(match.0)
    }
    guard isJapanese else {
      return digits.replacing(/[A-Za-z]+/) { word in
        english[word.0.lowercased()].map(mark) ?? String(word.0)
      }
    }
    return digits.replacing(/([一二三四五六七八九十]+)(つ|回|歩|行|ページ|番)?(目?)/) { match in
      let number = match.1.reduce(0) { sum, digit in
        digit == "十" ? max(sum, 1) * 10 : sum + (japanese[digit] ?? 0)
      }
      return number == 1 || !match.3.isEmpty
        ? String(match.0) : mark(number) + (match.2.map(String.init) ?? "")
    }
  }
}
