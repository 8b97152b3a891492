/// A way to match a term.
protocol TermMatching {
  /// Returns the score, or nil if the term does not match.
  mutating func match<Text: MatchedText>(
    _ term: Term, in text: Text, _ fuzzy: inout FuzzyMatcher
  ) -> Int32?
}

extension Term {
  /// Texts longer than this divided by the length of the term are matched greedily.
  private static let largestTable = 102_400

  @inline(__always)
  func isWeighed<Text: MatchedText>(in text: Text) -> Bool {
    text.count * characters.count <= Self.largestTable
  }
}

/// Computes only the score, as fast as possible.
struct TermScoring: TermMatching {
  @inline(__always)
  func match<Text: MatchedText>(
    _ term: Term, in text: Text, _ fuzzy: inout FuzzyMatcher
  ) -> Int32? {
    let span: Range<Int>?
    switch term.kind {
    case .fuzzy where term.isWeighed(in: text): return fuzzy.score(term, in: text)
    case .fuzzy: span = Span.greedy(term, in: text)
    case .exact: span = Span.exact(term, in: text)
    case .prefix: span = Span.prefix(term, in: text)
    case .suffix: span = Span.suffix(term, in: text)
    case .equal: span = Span.equal(term, in: text)
    }
    return span.map { SpanScore.score(term, in: text, $0) }
  }
}

/// Finds the position of a term's match, in characters from the start of the text.
struct TermLocator: TermMatching {
  /// Whether the last of several equal matches counts.
  let isBackward: Bool
  /// Whether the positions are required; without them the span of a fuzzy match may start too
  /// early, as in fzf.
  let wantsPositions: Bool
  private(set) var span = 0..<0
  /// The positions of the matched characters, in any order.
  private(set) var positions: [Int] = []

  init(isBackward: Bool, wantsPositions: Bool) {
    self.isBackward = isBackward
    self.wantsPositions = wantsPositions
  }

  mutating func match<Text: MatchedText>(
    _ term: Term, in text: Text, _ fuzzy: inout FuzzyMatcher
  ) -> Int32? {
    let found: Range<Int>?
    switch term.kind {
    case .fuzzy where term.isWeighed(in: text): return weigh(term, in: text, &fuzzy)
    case .fuzzy: found = isBackward ? Span.lastGreedy(term, in: text) : Span.greedy(term, in: text)
    case .exact: found = isBackward ? Span.lastExact(term, in: text) : Span.exact(term, in: text)
    case .prefix: found = Span.prefix(term, in: text)
    case .suffix: found = Span.suffix(term, in: text)
    case .equal: found = Span.equal(term, in: text)
    }
    guard let found else { return nil }
    span = found
    var next = 0
    for position in span where wantsPositions && next < term.characters.count {
      guard text.character(at: position) == term.characters[next] else { continue }
      positions.append(position)
      next += 1
    }
    return SpanScore.score(term, in: text, span)
  }

  private mutating func weigh<Text: MatchedText>(
    _ term: Term, in text: Text, _ fuzzy: inout FuzzyMatcher
  ) -> Int32? {
    guard fuzzy.score(term, in: text) != nil else { return nil }
    if isBackward { fuzzy.chooseLast(term, in: text) }
    var first = fuzzy.firstPosition
    if wantsPositions {
      fuzzy.appendPositions(of: term, to: &positions)
      first = positions[positions.count - 1]
    }
    span = first..<Int(fuzzy.best.position) + 1
    return fuzzy.best.score
  }

  /// Adds an offset to all positions.
  mutating func move(by count: Int) {
    span = span.lowerBound + count..<span.upperBound + count
    if count > 0 { positions = positions.map { $0 + count } }
  }
}
