import Testing

/// Each number on the pages on the articles, be it a word or digits, is counted by something, or
/// counts nothing.
@Suite struct NumbersTests {
  @Test(arguments: [false, true]) func everyNumberIsCounted(isJapanese: Bool) throws {
    let pages = try ArticlePage.all().filter { $0.isJapanese == isJapanese }
    try #require(pages.count == 8)
    let phrases = try CountedPhrase.all().map { isJapanese ? $0.japanese.text : $0.english.text }
      .filter { !$0.isEmpty }
    let uncounted = (isJapanese ? Self.uncountedInJapanese : Self.uncountedInEnglish).map(\.text)
    var unused = Set(phrases + uncounted)
    for page in pages {
      var text = CountedText(of: page).text
      // A phrase may be part of another.
      for phrase in (phrases + uncounted).sorted(by: { $0.count > $1.count })
      where text.contains(phrase) {
        unused.remove(phrase)
        text = text.replacing(phrase, with: "")
      }
      for match in text.matches(of: /.{0,40}⟨.{0,40}/) {
        Issue.record("\(page.name): nothing counts \(match.0)")
      }
    }
    #expect(unused == [], "no page says this")
  }

  /// What might happen, what a reader might do, what an article or a library has, and what other
  /// tests hold.
  private static let uncountedInEnglish: [CountedText] = [
    "a minute or \(2)", "Where \(2) ways are alike", "\(2) at once,", "under \(2) names",
    "or asked for \(2).", "asked for \(2) or covered", "is false \(2) for each page",
    "As soon as \(2) streams", "there are \(2) implementations", "The article's \(2) demerits",
    "(\(3) in the article)", "in the article \(1) protocol with \(1) method", "back to \(0)",
    "was at \(0) again", "can be refreshed \(2) at once", "age decides \(2) whether",
    "is \(3) lines. Write", "\(2) stand out: an `Action`", "to \(2) and a half times",
    "a trigger with \(2) `flatMap`s", "call one or \(2).", "(its chapters \(3) to \(6))",
  ]

  private static let uncountedInJapanese: [CountedText] = [
    "一、\(2)分かかる", "失敗、同時の\(2)つ", "\(2)つの名前で登録", "同じものを\(2)度頼ま", "、\(2)つの組は同じ",
    "\(2)度の要求", "同じ文字列を\(2)度頼ま", "ページごとに\(2)度 false", "\(2)つのストリームがそれぞれ",
    "実装が\(2)つあるとき", "\(2)つの欠点", "(記事では \(3))", "記事では protocol \(1)、メソッド \(1)",
    "数は \(0) に戻る", "カウンターが \(0) に戻った", "残りは \(0) に", "\(2)つ同時に更新できる",
    "enabled を\(2)度判断", "トランスクリプトは\(3)行で", "目立つのは\(2)つで", "\(2)つの `flatMap` と",
    "一つか\(2)つである", "(記事の (\(3)) から (\(6)))", "\(2)、\(3)、一の順で", "| \(0) 個 |",
  ]
}
