import Testing

/// What the pages say of how many there are, in both languages; a text that is empty is only in the
/// other.
@MainActor struct CountedPhrase {
  let english: CountedText
  let japanese: CountedText

  init(_ english: CountedText, _ japanese: CountedText) {
    self.english = english
    self.japanese = japanese
  }

  static func all() throws -> [CountedPhrase] {
    let facts = SampleFacts()
    return try overview(facts) + users(facts) + searches(facts) + lists(facts) + counters(facts)
      + foos(facts) + examples(facts) + cancellations(facts)
  }

  private static func overview(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let (articles, years) = try facts.articles()
    let (foos, surprises) = (facts.family("foos"), try facts.surprises())
    return [
      .init("\(articles) articles by Japanese", "エンジニアによる\(articles)つの記事"),
      .init("", "# \(articles)つの記事の ViewModel"),
      .init("All \(articles) articles have", "\(articles)つの記事にはどれも"),
      .init("The \(articles) articles do not agree", "\(articles)つの記事は一致しない"),
      .init("the styles of \(years) years", "\(years)年分の書き方"),
      .init("they are \(years) years apart", "\(years)年の隔たり"),
      .init("What the \(foos) ways have in common", "\(foos)つの書き方の同じ"),
      .init("\(surprises) things that few people", "知られていない\(surprises)つのこと"),
    ]
  }

  private static func users(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let all = try facts.rows("compare-user-000-02")
    let awaited = try facts.styles("000-15")
    let fetches = try facts.inputs("fetch", in: "000-02")
    let between = try facts.time(of: #""userId":2"#, in: "000-02")
    let relays = try facts.labels("relays").count { $0.hasSuffix("Relay") }
    let lines = try facts.length(of: "user.protocols")
    let chains = facts.family("chain")
    let calls = try facts.calls(in: "000-11")
    return [
      .init("\(relays) kinds of relay", "\(relays)つの Relay"),
      .init("each side, \(lines) lines", "protocol を持つ \(lines) 行の"),
      .init("all but those \(awaited).", "この\(awaited)つ以外は"),
      .init("same for all \(all) that fetch", "取得する\(all)のどれも同じ"),
      .init("\(fetches) fetches, \(between) ms apart", "\(between) ms 違いの\(fetches)つの取得"),
      .init(": all \(all) show both users", ": \(all)のすべてが"),
      .init("\(calls) requests, one after", "\(calls)つの通信を順番に"),
      .init("the other \(chains - 1) are as good", "ほかの\(chains - 1)つは元のまま"),
      .init("And the \(chains) report it in \(chains) ways", "伝え方も\(chains)通り"),
    ]
  }

  private static func searches(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let rx = try facts.source("Search/RxSearch")
    let operators = [".debounce", ".distinctUntilChanged", ".flatMapLatest", ".retry"]
      .count { rx.contains($0) }
    let properties = try facts.occurrences("private var ", in: "Search/AsyncSearch")
    let tasks = try facts.occurrences("Task {", in: "Search/AsyncSearch")
    let all = try facts.rows("compare-search-000-search-latest")
    let (long, short) = (try facts.length(of: "search.async"), try facts.length(of: "search.rx"))
    let times = (long * 2 + short) / (2 * short)
    let asked = try facts.times("distinctUntilChanged", in: "search").suffix(2)
    let answered = try #require(try facts.times("flatMapLatest", in: "search").last)
    let (first, last) = (try #require(asked.first), try #require(asked.last))
    let pause = try facts.pause("Search/RxSearch")
    return [
      .init("in \(operators) operators", "\(operators)つのオペレータ"),
      .init("in the same \(operators) by", "同じ\(operators)つを Combine"),
      .init("in \(tasks) tasks", "\(tasks)つのタスク、"),
      .init("all \(all) cancel the first \(pause) ms", "\(all)つとも、打ってから \(pause) ms"),
      .init("It is \(times) as long", "ただ\(times)倍の長さ"),
      .init("by hand it is \(times) as long", "手で書けば\(times)倍で"),
      .init("each of its \(properties) properties", "\(properties)つのプロパティのどれも"),
      .init("A request takes \(answered - last) ms", "通信は \(answered - last) ms かかる"),
      .init("is asked for at \(first)", "は \(first) で頼まれ"),
      .init("cancels it at \(last)", "\(last) に次の文字で"),
    ]
  }

  private static func lists(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let streams = try facts.elements(
      behind: "items: Observable.merge(", in: "List/ArticleListViewModel")
    // All that it is made of but the item from which it starts.
    let shared = try facts.elements(behind: "  init(", in: "List/ArticlePager") - 1
    let edits = try facts.inputs("changeItem", in: "001-15")
    let bottom = try facts.times("bottom", in: "throttle")
    let whole = try facts.times(".milliseconds(1000)", in: "throttle")
    let half = try facts.times("RxSwift, .seconds(1)", in: "throttle")
    try #require(bottom.count == 6 && whole.count == 3 && half.count == 3)
    return [
      .init("first pair are \(shared) values", "共有するのは\(shared)つの値"),
      .init("| \(edits) items are edited", "| \(edits)つの項目を編集"),
      .init("a merge of \(streams) streams", "\(streams)つのストリーム("),
      .init("only one of the \(streams) has", ""),
      .init(
        "milliseconds(\(whole[1])) those at \(whole[0]), \(whole[1]) and \(whole[2]) pass",
        "milliseconds(\(whole[1])) では \(whole[0])、\(whole[1])、\(whole[2]) が、"),
      .init(
        "seconds(\(1)) those at \(half[0]), \(half[1]) and \(half[2]).",
        "seconds(\(1)) では \(half[0])、\(half[1])、\(half[2]) が通る"),
      .init(
        "Bottom at \(bottom[0]), \(bottom[1]), \(bottom[2]), \(bottom[3]), \(bottom[4]) and \(bottom[5])",
        "\(bottom[0])、\(bottom[1])、\(bottom[2])、\(bottom[3])、\(bottom[4])、\(bottom[5]) は"),
    ]
  }
}
