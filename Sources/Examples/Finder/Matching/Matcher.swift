/// Says whether texts match a query, how well, and where. It holds the memory that this needs, so one is used for many.
struct Matcher: ~Copyable {
  private let query: Query
  /// What the mask of every match has.
  let requiredMask: UInt64
  private var fuzzy = FuzzyMatcher()
  private var characters = Scratch<UInt32>()
  private var kinds = Scratch<UInt8>()
  private let tables = ScoringTables.shared

  /// A text that is longer than this, divided by the length of the term, is searched without weighing all ways.
  private static let largestTable = 102_400

  init(_ query: Query) {
    self.query = query
    requiredMask = query.conditions.reduce(0) { mask, terms in
      terms.count == 1 && !terms[0].isNegated ? mask | terms[0].mask : mask
    }
  }

  /// The score of a text, or `nil` when it does not match.
  ///
  /// - Parameters:
  ///   - text: a part of a ``CandidateChunk``: some bytes behind it are read, too.
  ///   - mask: which characters there are; all bits unless the text is ASCII.
  mutating func score(_ text: UnsafeBufferPointer<UInt8>, mask: UInt64) -> Int32? {
    var total: Int32 = 0
    for terms in query.conditions {
      var found: Int32?
      for term in terms {
        let score =
          mask & term.mask == term.mask ? match(term, in: text, mask: mask, positions: nil) : nil
        if term.isNegated {
          if score == nil { found = 0 }
        } else if let score {
          found = score
          break
        }
      }
      guard let found else { return nil }
      total += found
    }
    return total
  }

  /// The positions of the characters of a text that the query matches, in Unicode scalars, in order.
  mutating func positions(in text: UnsafeBufferPointer<UInt8>, mask: UInt64) -> [Int] {
    var all: [Int] = []
    for terms in query.conditions {
      for term in terms where !term.isNegated && mask & term.mask == term.mask {
        var positions: [Int] = []
        if match(term, in: text, mask: mask, positions: { positions.append($0) }) != nil {
          all += positions
          break
        }
      }
    }
    return Set(all).sorted()
  }

  private mutating func match(
    _ term: Term, in text: UnsafeBufferPointer<UInt8>, mask: UInt64, positions: ((Int) -> Void)?
  ) -> Int32? {
    guard let start = text.baseAddress else { return nil }
    if mask & CharacterMask.notASCII == 0 {
      if !term.isASCII { return nil }
      return term.slotOfByte.withUnsafeBufferPointer { slots in
        guard let slots = slots.baseAddress else { return nil }
        let text = ASCIIText(
          start, count: text.count, caseSensitive: term.isCaseSensitive, slots: slots, tables)
        return match(term, in: text, positions)
      }
    }
    let count = decode(text, for: term)
    return match(
      term,
      in: UnicodeText(characters.start, kinds.start, count: count, distinct: term.distinct),
      positions)
  }

  @inline(__always)
  private mutating func match<Text: MatchedText>(
    _ term: Term, in text: Text, _ positions: ((Int) -> Void)?
  ) -> Int32? {
    let span: Range<Int>?
    switch term.kind {
    case .fuzzy where text.count * term.characters.count <= Self.largestTable:
      guard let score = fuzzy.score(term, in: text) else { return nil }
      if let positions {
        var list: [Int] = []
        fuzzy.appendPositions(of: term, to: &list)
        for position in list { positions(position) }
      }
      return score
    case .fuzzy: span = Span.greedy(term, in: text)
    case .exact: span = Span.exact(term, in: text)
    case .prefix: span = Span.prefix(term, in: text)
    case .suffix: span = Span.suffix(term, in: text)
    case .equal: span = Span.equal(term, in: text)
    }
    guard let span else { return nil }
    if term.kind == .equal {
      for position in span { positions?(position) }
      return Int32(span.count) * (Scoring.match + Scoring.whiteBoundary) + Scoring.whiteBoundary
    }
    return SpanScore.score(term, in: text, span, positions: positions)
  }

  /// Takes a text apart into characters as the term compares them.
  ///
  /// - Returns: how many there are.
  private mutating func decode(_ text: UnsafeBufferPointer<UInt8>, for term: Term) -> Int {
    characters.reserve(text.count)
    kinds.reserve(text.count)
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let kind = CharacterClass(scalar)
      var folded = scalar
      if !term.isCaseSensitive, scalar.value >= 0x80 || kind == .upper {
        folded = Folding.lowercase(scalar)
      }
      if term.ignoresMarks { folded = Folding.base(folded) }
      characters.start[count] = folded.value
      kinds.start[count] = kind.rawValue
      count += 1
    }
    return count
  }
}
