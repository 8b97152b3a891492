import Testing

extension CountedPhrase {
  static func counters(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let all = facts.family("counter")
    let rows = try facts.rows("compare-counter-002-01")
    let inputs = try facts.occurrences(".stream(\"", in: "Counter/FunctionalCounter")
    let outputs = try facts.occurrences("output(\"", in: "Counter/FunctionalCounter")
    let pipelines = try facts.files("Counter", with: ".scan(0")
    let (up, down) = (
      try facts.inputs("plusButtonDidTap", in: "002-01"),
      try facts.inputs("minusButtonDidTap", in: "002-01")
    )
    let functions = try facts.cells("error: missing argument", on: "ViewModelsAsFunctions")
    let kickstarter = try facts.source("Counter/KickstarterCounter")
    let protocols = kickstarter.ranges(of: "protocol ").count
    let subjects = kickstarter.ranges(of: "= PublishSubject").count
    let structs = try facts.occurrences("struct ", in: "Counter/TransformingCounter") - 1
    return [
      .init(
        "A counter with \(inputs) buttons, in \(all) styles", "\(inputs)つのボタンのあるカウンターを\(all)つの書き方"),
      .init("\(inputs) streams in, a tuple of \(outputs) drivers", "ストリームを\(inputs)つ受け取り"),
      .init("a property and \(inputs) methods", "プロパティとメソッド\(inputs)つ"),
      .init("the same in the first \(pipelines):", "最初の\(pipelines)つのストリームは同じ"),
      .init("are observed, all \(all) are the same", "購読されている限り、\(all)つとも"),
      .init("Up \(up) and down \(down) times", "\(up)回増やし\(down)回減らす"),
      .init("is even, in all \(rows).", "\(rows)つのどれでも、数と"),
      .init("the \(functions) functions the only ones", "\(functions)つの関数だけ"),
      .init("beside \(inputs) inputs and \(outputs) outputs", "入力\(inputs)つと出力\(outputs)つのほか"),
      .init("| \(protocols) protocols", "| protocol \(protocols)"),
      .init("\(subjects) subjects |", "、Subject \(subjects) |"),
      .init("| \(structs) structs |", "| struct \(structs) |"),
      .init("all \(all) pass the same transcripts", "\(all)つとも同じトランスクリプト"),
    ]
  }

  static func foos(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let all = facts.family("foos")
    let rows = try facts.rows("compare-foos-003-03")
    let refreshes = try facts.inputs("refresh", in: "003-03")
    let streamed = try facts.times("refresh", in: "catch").count
    let actions = try facts.files("Foos", with: "Action<")
    let atOnce = try facts.inputs("refresh", in: "003-04")
    let overlapping = try facts.times("refresh", in: "flatten").count
    let lines = try [".catch {", ".do(onError:"].map {
      try facts.occurrences($0, in: "Foos/MisprintedFoos")
    }.reduce(0, +)
    let (late, covered) = (try facts.styles("003-20"), try facts.styles("003-21"))
    let others = try facts.styles("003-20-driver")
    #expect(try facts.rows("compare-foos-003-20") == late + others + actions)
    #expect(streamed == refreshes)
    return [
      .init("in \(all) ways: which of them", "更新を\(all)つの書き方で"),
      .init("All \(rows), with the same \(refreshes) refreshes", "\(rows)つすべてを同じ\(refreshes)回の更新"),
      .init("\(refreshes) refreshes, of which the second", "\(refreshes)回の更新のうち"),
      .init("caught and the \(actions) with an action", "Action の\(actions)つはエラーを"),
      .init("the same \(lines) lines as the article", "同じ\(lines)行を、記事に"),
      .init("Its \(lines) lines are in the wrong", "\(lines)行の順序が逆"),
      .init("### \(atOnce) refreshes at once", "\(atOnce)つの更新が同時に"),
      .init("Which of \(overlapping) requests counts", ""),
      .init("about failures, \(atOnce) refreshes at once", ""),
      .init("afterwards: \(late) show the answer", "答えが来る: \(late)つは答えを"),
      .init(
        "the \(actions) with an action have asked and show", "Action の\(actions)つは頼んだのに"),
      .init("\(covered) of the \(all) show the answer", "\(all)つのうち\(covered)つは答えを"),
      .init("the \(actions) with an action ask but", "Action の\(actions)つは通信したのに"),
    ]
  }

  static func examples(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let all = facts.family("parallel")
    let published = try facts.occurrences("@Published", in: "Example/CombineExample")
    let fetches = try facts.inputs("fetch", in: "004-03")
    let requests = try facts.calls(in: "004-10-three")
    let together = try facts.styles("004-10-three")
    #expect(try facts.rows("compare-parallel-004-10-three") == together + 1)
    let loads = try facts.numbers(of: "count", in: "004-10-merged")
    // Of each `zip` the publisher before it, and those in its parentheses.
    let zips = try facts.source("Parallel/FixedParallel").split(separator: "].zip(").dropFirst()
      .map { $0.prefix { $0 != ")" }.split(separator: ",").count + 1 }
    let most = try #require(zips.max())
    try #require(loads.count == 2 && zips == zips.sorted() && zips.count == 3)
    let leaves = try facts.time(of: "$/cancelRequest", in: "004-11-combine")
    return [
      .init("many requests at once in \(all) ways", "同時に行う\(all)つのやり方"),
      .init("`sink` into \(published) `@Published`", "\(published)つの `@Published` への"),
      .init("\(fetches) fetches overlap", "\(fetches)つの取得が重なる"),
      .init("who called leaves after \(leaves) ms", "ここでは \(leaves) ms で"),
      .init(
        "`zip` for \(zips[0]), \(zips[1]) and \(zips[2]) publishers",
        "\(zips[0])つ、\(zips[1])つ、\(zips[2])つの `zip`"),
      .init("\(most) publishers at most", "Combine では\(most)つまで"),
      .init("\(requests) requests, answered", "\(requests)つの通信に"),
      .init("\(together) show the results together", "\(together)つはまとめて"),
      .init("Merged: \(loads[0]) results as", "merged: \(loads[0])つの結果が"),
      .init("one of its \(loads[1]) requests", ""),
    ]
  }

  static func cancellations(_ facts: SampleFacts) throws -> [CountedPhrase] {
    let (open, goOn) = (
      try facts.styles("000-17-async", "000-17-article"), try facts.styles("000-17")
    )
    let all = try facts.rows("compare-user-000-17")
    #expect(all == open + goOn)
    let leaves = try facts.time(of: "$/cancelRequest", in: "000-17")
    let requests = try facts.calls(in: "004-14")
    let cancelled = try facts.cancellations(in: "004-14")
    return [
      .init("leaves after \(leaves) ms", "一秒かかる。\(leaves) ms で呼び出し元"),
      .init("is cancelled after \(leaves) ms", "\(leaves) ms でキャンセル"),
      .init("the other \(goOn) continue", "残りの\(goOn)つは続けて"),
      .init("\(goOn) of \(all) have answered", "\(all)のうち\(goOn)つはもう"),
      .init("The \(open) whose call is still open", "答えていない\(open)つの違い"),
      .init("while \(cancelled) of \(requests) requests", "\(requests)つのうち\(cancelled)つが走って"),
    ]
  }
}
