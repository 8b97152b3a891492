/// A line to the host, with the expected answers.
package struct Exchange: Hashable, Sendable {
  /// The index of the line to the host in the transcript; `nil` for the lines before the first.
  package let sent: Int?
  /// The indices of the lines from the host.
  package var expected: [Int] = []
}

extension Transcript {
  /// The conversation in steps. The first step has no line to the host: a host sends nothing
  /// unasked, so lines expected there are always missing.
  package var exchanges: [Exchange] {
    var exchanges = [Exchange(sent: nil)]
    for (index, line) in lines.enumerated() {
      switch line.kind {
      case .sent: exchanges.append(Exchange(sent: index))
      case .expected: exchanges[exchanges.count - 1].expected.append(index)
      case .comment, .empty: break
      }
    }
    return exchanges
  }
}
