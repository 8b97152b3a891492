/// A line to the host with the lines that should answer it.
package struct Exchange: Hashable, Sendable {
  /// Where in the transcript the line to the host stands; `nil` for what stands before the first of them.
  package let sent: Int?
  /// Where the lines from the host stand.
  package var expected: [Int] = []
}

extension Transcript {
  /// The conversation, step by step. The first step has no line to the host: a host says nothing unasked, so lines that
  /// are expected there are missing.
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
