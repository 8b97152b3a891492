extension Replay {
  /// The differences from the expected lines, as indented lines; empty if there are none.
  ///
  ///       line 4
  ///         expected {"jsonrpc":"2.0","id":1,"result":{"now":2}}
  ///         got      {"jsonrpc":"2.0","id":1,"result":{"now":3}}
  ///                  /result/now: expected 2, got 3
  ///       after line 4
  ///         unexpected {"jsonrpc":"2.0","method":"viewModel/update"}
  public var report: String {
    var report = ""
    for step in steps { write(step, to: &report) }
    if let problem {
      report += "  \(problem.line.map { "line \($0)" } ?? "at the end"): \(problem.reason)\n"
    }
    return report
  }

  private func write(_ step: Step, to report: inout String) {
    // The index of the line before an unexpected one.
    var lineIndex = step.exchange.sent
    func expected(_ index: Int) -> String {
      let line = step.exchange.expected[index]
      lineIndex = line
      return transcript.lines[line].content
    }
    for pairing in step.alignment {
      switch pairing {
      case .same(let index, _): _ = expected(index)
      case .missing(let index):
        let text = expected(index)
        report += "  line \((lineIndex ?? 0) + 1)\n    missing  \(text)\n"
      case .unexpected(let index):
        report += "  \(lineIndex.map { "after line \($0 + 1)" } ?? "at the start")\n"
        report += "    unexpected \(step.answers[index])\n"
      case .changed(let index, let answer):
        let (text, got) = (expected(index), step.answers[answer])
        report += "  line \((lineIndex ?? 0) + 1)\n    expected \(text)\n    got      \(got)\n"
        report += Self.differences(text, got)
      }
    }
  }

  /// The differing members, one a line, up to a limit.
  private static func differences(_ expected: String, _ got: String) -> String {
    guard let expected = ComparedLine(expected).json, let got = ComparedLine(got).json else {
      return ""
    }
    let differences = MemberDifference.all(expected: expected, got: got)
    var lines = differences.prefix(10).map(\.description)
    if differences.count > lines.count {
      lines.append("and \(differences.count - lines.count) more")
    }
    return lines.map { "             \($0)\n" }.joined()
  }
}
